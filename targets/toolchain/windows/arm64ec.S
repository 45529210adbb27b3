// SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
// What an arm64ec DLL needs of a C runtime's start files, for linking without the Windows SDK: the load configuration
// through which the system finds the hybrid metadata, the metadata, the pointers that the system fills in, and the
// helper of indirect calls. Layouts: winnt.h, IMAGE_LOAD_CONFIG_DIRECTORY64 and IMAGE_ARM64EC_METADATA; the names
// without a definition here (__hybrid_..., __x64_..., __arm64x_...) are the linker's own.

    .text
    .globl "#__icall_helper_arm64ec"
    .p2align 2
    .def "#__icall_helper_arm64ec"; .scl 2; .type 32; .endef
    .weak_anti_dep __icall_helper_arm64ec
    .set __icall_helper_arm64ec, "#__icall_helper_arm64ec"
    // In: x11 the function wanted, x10 the exit thunk. The system's check leaves in x11 where to go.
    .seh_proc "#__icall_helper_arm64ec"
"#__icall_helper_arm64ec":
    stp x29, x30, [sp, #-16]!
    .seh_save_fplr_x 16
    mov x29, sp
    .seh_set_fp
    .seh_endprologue
    adrp x16, __os_arm64x_check_icall
    ldr x16, [x16, :lo12:__os_arm64x_check_icall]
    blr x16
    .seh_startepilogue
    ldp x29, x30, [sp], #16
    .seh_save_fplr_x 16
    .seh_endepilogue
    br x11
    .seh_endproc

    .section .rdata, "dr"
    .globl __chpe_metadata
    .p2align 3
__chpe_metadata:
    .word 1
    .rva __hybrid_code_map
    .word __hybrid_code_map_count
    .rva __x64_code_ranges_to_entry_points
    .rva __arm64x_redirection_metadata
    .rva __os_arm64x_dispatch_call_no_redirect
    .rva __os_arm64x_dispatch_ret
    .rva __os_arm64x_check_call
    .rva __os_arm64x_check_icall
    .rva __os_arm64x_check_icall_cfg
    .word 0 // alternate entry point
    .rva __hybrid_auxiliary_iat
    .word __x64_code_ranges_to_entry_points_count
    .word __arm64x_redirection_metadata_count
    .rva __os_arm64x_get_x64_information
    .rva __os_arm64x_set_x64_information
    .rva __arm64x_extra_rfe_table
    .word __arm64x_extra_rfe_table_size
    .rva __os_arm64x_dispatch_fptr
    .rva __hybrid_auxiliary_iat_copy
    .word 0, 0 // delay-loaded imports
    .word __hybrid_image_info_bitfield

    .globl _load_config_used
    .p2align 3
_load_config_used:
    .word 0x140
    .fill 0xc4, 1, 0
    .xword __chpe_metadata
    .fill 0x140 - 0xd0, 1, 0

    // The system writes these while it loads the image.
    .section .data, "dw"
    .p2align 3
    .irp name, dispatch_call_no_redirect, dispatch_ret, check_call, check_icall, check_icall_cfg, dispatch_fptr
    .globl __os_arm64x_\name
__os_arm64x_\name:
    .xword 0
    .endr
    .irp name, get, set
    .globl __os_arm64x_\name\()_x64_information
__os_arm64x_\name\()_x64_information:
    .xword 0
    .endr
