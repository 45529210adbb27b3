/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The next provider: whoever else in this context of OpenSSL offers an algorithm. OpenSSL chooses HMAC and RSA before
 * it knows the digest or the padding, and asmloom has not all of them: work that it has not goes on to the next
 * provider.
 *
 * OpenSSL tells a provider of the others, and hands out their functions, as it does for a child context (3.0 and
 * later). No function of libcrypto is needed.
 */
#include "provider.h"

#include <string.h>

#include "../runtime/core/atomic.h"

enum { FREE, TAKEN, THERE, GONE, OTHERS = 32 };

/* Handles stay valid as long as the context of OpenSSL. Threads may load providers while others look here. */
struct other {
    LOOM_SHARED_STATE unsigned state;
    const OSSL_CORE_HANDLE *handle;
};

/* OpenSSL holds a lock during these calls: nothing here may call OpenSSL. */
static int add_other(const OSSL_CORE_HANDLE *handle, void *vprovider)
{
    struct provider *provider = vprovider;
    for (size_t i = 0; i < OTHERS && handle != provider->core; i++) {
        struct other *other = &provider->others[i];
        if (LOOM_CLAIM(other->state, FREE, TAKEN)) {
            other->handle = handle;
            LOOM_STORE_FLAG(other->state, THERE);
            break;
        }
        if (LOOM_LOAD_FLAG(other->state) != TAKEN && other->handle == handle) {
            LOOM_STORE_FLAG(other->state, THERE);
            break;
        }
    }
    return 1;
}

static int remove_other(const OSSL_CORE_HANDLE *handle, void *vprovider)
{
    struct provider *provider = vprovider;
    for (size_t i = 0; i < OTHERS; i++) {
        struct other *other = &provider->others[i];
        if (LOOM_LOAD_FLAG(other->state) == THERE && other->handle == handle) {
            LOOM_STORE_FLAG(other->state, GONE);
        }
    }
    return 1;
}

static int take_properties(const char *properties, void *vprovider)
{
    (void)properties;
    (void)vprovider;
    return 1;
}

int provider_meet_others(struct provider *provider)
{
    const struct upcalls *up = &provider->up;
    if (up->register_child == NULL || up->deregister_child == NULL || up->context_of == NULL ||
        up->dispatch_of == NULL || up->hold == NULL || up->let_go == NULL) {
        return 1;
    }
    provider->others = provider_new(provider, OTHERS * sizeof *provider->others);
    if (provider->others == NULL) {
        return 0;
    }
    if (!up->register_child(provider->core, add_other, remove_other, take_properties, provider)) {
        provider_free(provider, provider->others, OTHERS * sizeof *provider->others);
        provider->others = NULL;
    }
    return 1;
}

void provider_leave_others(struct provider *provider)
{
    if (provider->others != NULL) {
        provider->up.deregister_child(provider->core);
        provider_free(provider, provider->others, OTHERS * sizeof *provider->others);
    }
}

static const OSSL_DISPATCH *find(const OSSL_DISPATCH *functions, int id)
{
    while (functions->function_id != 0 && functions->function_id != id) {
        functions++;
    }
    return functions;
}

const OSSL_DISPATCH *next_function(const struct next *next, int id)
{
    return find(next->functions, id);
}

/* Sets next->functions to another provider's functions for an algorithm. Returns 0 if it has none. A second copy of
 * asmloom does not count: it would pass the work back. */
static int offers(struct next *next, const OSSL_DISPATCH *functions, int operation, const char *name)
{
    const OSSL_DISPATCH *query = find(functions, OSSL_FUNC_PROVIDER_QUERY_OPERATION),
                        *end = find(functions, OSSL_FUNC_PROVIDER_UNQUERY_OPERATION);
    const OSSL_ALGORITHM *all, *row;
    int no_store = 0;
    all =
        query->function_id == 0 ? NULL : OSSL_FUNC_provider_query_operation(query)(next->provctx, operation, &no_store);
    for (row = all; row != NULL && row->algorithm_names != NULL; row++) {
        int passes_on = row->property_definition != NULL && strstr(row->property_definition, "asmloom") != NULL;
        if (!passes_on && provider_is_name(row->algorithm_names, name, strlen(name))) {
            next->functions = row->implementation;
            break;
        }
    }
    if (all != NULL && end->function_id != 0) {
        OSSL_FUNC_provider_unquery_operation(end)(next->provctx, operation, all);
    }
    return next->functions != NULL;
}

int provider_next(const struct provider *provider, int operation, const char *name, struct next *next)
{
    const struct upcalls *up = &provider->up;
    for (size_t i = 0; provider->others != NULL && i < OTHERS; i++) {
        const struct other *other = &provider->others[i];
        if (LOOM_LOAD_FLAG(other->state) != THERE || !up->hold(other->handle, 0)) {
            continue;
        }
        next->handle = other->handle;
        next->provctx = up->context_of(other->handle);
        next->functions = NULL;
        if (offers(next, up->dispatch_of(other->handle), operation, name)) {
            return 1;
        }
        up->let_go(other->handle, 0);
    }
    next->handle = NULL;
    return 0;
}

int next_hold(const struct provider *provider, const struct next *next)
{
    return next->handle == NULL || provider->up.hold(next->handle, 0);
}

void next_let_go(const struct provider *provider, struct next *next)
{
    if (next->handle != NULL) {
        provider->up.let_go(next->handle, 0);
        next->handle = NULL;
    }
}
