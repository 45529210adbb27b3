/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0 */
/* The types of C99's <time.h> that OpenSSL's headers name, for MSVC targets on machines without the Windows SDK. */
#pragma once

typedef long long time_t;
struct tm;
