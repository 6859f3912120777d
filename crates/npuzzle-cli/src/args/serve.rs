//! `npuzzle serve`

use std::num::NonZeroUsize;

use clap::Args;
use npuzzle::front::units;

#[derive(Args)]
#[command(after_help = "Examples:
  npuzzle serve                       the page at http://127.0.0.1:7315/
  npuzzle serve --open                and the browser with it
  npuzzle serve --port 0              at any free port, which is printed
  npuzzle serve --workers 8           as many searches at the same time

curl --json '{\"board\": \"867254301\"}' http://127.0.0.1:7315/api/solve asks it for a solution. The interface for programs is described at /api/openapi.json. Ctrl-C stops the server and all its work.

Exit codes: 0 stopped by Ctrl-C, 2 usage error or an address that cannot be used, 70 a bug.")]
pub struct ServeArguments {
    /// The port, 0 for any that is free [default: 7315, or any if that is taken]
    #[arg(long)]
    pub port: Option<u16>,
    /// Open the page in the browser
    #[arg(long)]
    pub open: bool,
    /// The address or name to listen on; one that is not local lets everyone on the network use
    /// this machine's processors and memory, and keeps tables in memory only
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub address: String,
    /// How many jobs run at the same time [default: 2, or 4 from 8 cores on]
    #[arg(long, value_name = "COUNT", value_parser = units::threads)]
    pub workers: Option<NonZeroUsize>,
}
