//! `npuzzle-glue FILE.wasm FOLDER`: writes the module as browsers load it, with the JavaScript
//! around it.

use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [module, folder] = arguments.as_slice() else {
        eprintln!("expected a WebAssembly module and a folder");
        return ExitCode::FAILURE;
    };
    let mut bindgen = Bindgen::new();
    let bindgen = bindgen.input_path(module).out_name("npuzzle").typescript(false);
    let bindgen = bindgen.remove_name_section(true).remove_producers_section(true);
    match bindgen.web(true).and_then(|bindgen| bindgen.generate(folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}
