//! Panics without a message.
//!
//! In a browser, the standard library prints no message of a panic: the program only traps. The
//! functions that make the message would be loaded with every page nevertheless, so they are
//! replaced by the trap. A program with a panic hook, as those in Yew have, keeps its messages.

use anyhow::Result;
use walrus::{FunctionId, Module, ModuleConfig};

use crate::locations;

/// Parts of the mangled names of functions of the standard library that only report a panic.
const REPORTERS: [&str; 15] = [
    "3std6thread5local18panic_access_error",
    "4core4cell22panic_already_borrowed",
    "4core4cell30panic_already_mutably_borrowed",
    "4core4cell4lazy14panic_poisoned",
    "4core5slice20copy_from_slice_impl17len_mismatch_fail",
    "4core5slice5index16slice_index_fail",
    "4core5slice4sort6shared9smallsort22panic_on_ord_violation",
    "4core3str16slice_error_fail",
    "4core6option13expect_failed",
    "4core6option13unwrap_failed",
    "4core6result13unwrap_failed",
    "4core9panicking",
    "5alloc5alloc18handle_alloc_error",
    "5alloc7raw_vec12handle_error",
    "5alloc7raw_vec17capacity_overflow",
];

/// The function that installs a panic hook.
const SET_HOOK: &str = "3std9panicking8set_hook";

/// Replaces the functions of a compiled program that report a panic by traps, and erases the places
/// in source files that they report, unless the program has a panic hook. Returns the program.
///
/// # Errors
/// If `program` is no WebAssembly, or has no names of functions.
pub(crate) fn without_messages(program: &[u8]) -> Result<Vec<u8>> {
    // The compiler's output needs no check.
    let mut module = ModuleConfig::new().strict_validate(false).parse(program)?;
    if named(&module, SET_HOOK).is_empty() {
        let reporters: Vec<FunctionId> =
            REPORTERS.iter().flat_map(|part| named(&module, part)).collect();
        for id in reporters {
            let function = module.funcs.get_mut(id).kind.unwrap_local_mut();
            let mut body = function.builder_mut().func_body();
            body.instrs_mut().clear();
            body.unreachable();
        }
        locations::erase(&mut module);
    }
    Ok(module.emit_wasm())
}

/// The functions of the program whose mangled name contains `part`.
fn named(module: &Module, part: &str) -> Vec<FunctionId> {
    let functions = module.funcs.iter_local();
    let is_named = |id: &FunctionId| {
        module.funcs.get(*id).name.as_deref().is_some_and(|name| name.contains(part))
    };
    functions.map(|(id, _)| id).filter(is_named).collect()
}

#[cfg(test)]
mod tests {
    use walrus::FunctionBuilder;
    use walrus::ir::Instr;

    use super::*;

    /// A program of functions with these names, which return a number.
    fn program(names: &[&str]) -> Vec<u8> {
        let mut module = Module::default();
        for &name in names {
            let mut builder = FunctionBuilder::new(&mut module.types, &[], &[walrus::ValType::I32]);
            builder.name(name.to_owned()).func_body().i32_const(7);
            let id = builder.finish(Vec::new(), &mut module.funcs);
            module.exports.add(name, id);
        }
        module.emit_wasm()
    }

    /// The names of the functions that trap at once.
    fn traps(program: &[u8]) -> Vec<String> {
        let module = Module::from_buffer(program).unwrap();
        let is_trap = |id: FunctionId| {
            let function = module.funcs.get(id).kind.unwrap_local();
            let body = &function.block(function.entry_block()).instrs;
            matches!(body[0].0, Instr::Unreachable(_))
        };
        let functions = module.funcs.iter_local().map(|(id, _)| id).filter(|&id| is_trap(id));
        functions.filter_map(|id| module.funcs.get(id).name.clone()).collect()
    }

    const FUNCTIONS: [&str; 4] = [
        "_RNvNtCs1_4core9panicking9panic_fmt",
        "_ZN4core9panicking13assert_failed17h0123456789abcdefE",
        "_RNvNtCs1_4core6option13unwrap_failed",
        "_ZN14mdp2048_policy4file7decoder7Decoder4step17h0123456789abcdefE",
    ];

    #[test]
    fn functions_that_report_a_panic_become_traps() {
        assert_eq!(traps(&without_messages(&program(&FUNCTIONS)).unwrap()), FUNCTIONS[..3]);
    }

    #[test]
    fn a_program_with_a_panic_hook_keeps_its_messages() {
        let mut functions = FUNCTIONS.to_vec();
        functions.push("_RNvNtCs1_3std9panicking8set_hook");
        assert!(traps(&without_messages(&program(&functions)).unwrap()).is_empty());
    }

    #[test]
    fn other_files_are_refused() {
        assert!(without_messages(b"not a program").is_err());
    }
}
