//! `npuzzle serve`

use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::num::NonZeroUsize;
use std::sync::Arc;

use clap::Args;
use npuzzle::core::TableCache;
use npuzzle::front::units;
use npuzzle_host::memory;
use npuzzle_web::{Options, Server};

use crate::commands::Run;
use crate::failure::{self, Failure};
use crate::out::Out;
use crate::tables;

/// Show the page in a browser: play, solve, watch the search, compare, audit; with an HTTP API
/// for programs
#[derive(Args)]
#[command(after_help = "Examples:
  npuzzle serve                       the page at http://127.0.0.1:7315/
  npuzzle serve --open                and the browser with it
  npuzzle serve --port 0              at any free port, which is printed
  npuzzle serve --workers 8           as many searches at the same time

curl --json '{\"board\": \"867254301\"}' http://127.0.0.1:7315/api/solve asks it for a solution. The interface for programs is described at /api/openapi.json. Ctrl-C stops the server and all its work.

Exit codes: 0 stopped by Ctrl-C, 2 usage error or an address that cannot be used, 70 a bug.")]
pub struct Arguments {
    /// The port, 0 for any that is free [default: 7315, or any if that is taken]
    #[arg(long)]
    port: Option<u16>,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// The address or name to listen on; one that is not local lets everyone on the network use
    /// this machine's processors and memory, and keeps tables in memory only
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    address: String,
    /// How many jobs run at the same time [default: 2, or 4 from 8 cores on]
    #[arg(long, value_name = "COUNT", value_parser = units::threads)]
    workers: Option<NonZeroUsize>,
}

impl Run for Arguments {
    fn run(&self, out: &mut Out) -> Result<u8, Failure> {
        let (addresses, name) = resolve(&self.address)?;
        let is_open = !addresses.iter().all(IpAddr::is_loopback);
        let options = Options {
            addresses,
            port: self.port,
            host_names: name.into_iter().collect(),
            workers: self.workers,
            memory: memory::default_limit(),
            usual_limits: memory::limits,
            // Clients on the network can ask for tables, but not fill the disk with them.
            table_cache: if is_open { Arc::new(TableCache::new()) } else { tables::table_cache() },
            ..Options::default()
        };
        let server = Server::bind(options).map_err(|error| {
            let port = self.port.map(|port| format!(":{port}")).unwrap_or_default();
            Failure::usage(format!(
                "cannot listen at {}{port}: {error}\nhelp: `--port 0` takes any free port",
                self.address
            ))
        })?;
        let stopper = server.stopper();
        ctrlc::set_handler(move || stopper.stop())
            .map_err(|error| Failure::Bug(format!("cannot listen for Ctrl-C: {error}")))?;
        if is_open {
            out.note(
                "everyone on the network can use this machine's processors and memory through this server; tables are kept in memory only",
            )?;
        }
        let page = page(server.address());
        out.line(&format!("npuzzle is at {page} (Ctrl-C stops)"))?;
        out.flush()?;
        if self.open
            && let Err(error) = open::that_detached(&page)
        {
            out.note(&format!("no browser could be opened: {error}"))?;
        }
        server.run().map_err(Failure::Output)?;
        Ok(failure::ANSWERED)
    }
}

/// The addresses to listen at, of which one is enough, and the name they were asked for by, if it
/// was one.
fn resolve(text: &str) -> Result<(Vec<IpAddr>, Option<String>), Failure> {
    if let Ok(address) = text.parse() {
        return Ok((vec![address], None));
    }
    let found: Vec<IpAddr> = (text, 0).to_socket_addrs().into_iter().flatten().map(|address| address.ip()).collect();
    if found.is_empty() {
        let message = format!("`{text}` is not an address of this machine: expected one such as 127.0.0.1");
        return Err(Failure::usage(message));
    }
    Ok((found, Some(text.to_owned())))
}

/// Where a browser on this machine finds the page.
fn page(listening: SocketAddr) -> String {
    let mut shown = listening;
    if shown.ip().is_unspecified() {
        let loopback = match shown.ip() {
            IpAddr::V4(_) => std::net::Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(_) => std::net::Ipv6Addr::LOCALHOST.into(),
        };
        shown.set_ip(loopback);
    }
    format!("http://{shown}/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_shown_where_a_browser_finds_it() {
        let shown = |text: &str| page(text.parse().unwrap());
        assert_eq!(shown("127.0.0.1:7315"), "http://127.0.0.1:7315/");
        assert_eq!(shown("0.0.0.0:80"), "http://127.0.0.1:80/");
        assert_eq!(shown("[::]:80"), "http://[::1]:80/");
    }

    #[test]
    fn addresses_and_names_are_told_apart() {
        assert_eq!(resolve("127.0.0.1").unwrap(), (vec!["127.0.0.1".parse().unwrap()], None));
        let (addresses, name) = resolve("localhost").unwrap();
        assert!(addresses.iter().all(IpAddr::is_loopback) && name.as_deref() == Some("localhost"));
        assert!(resolve("no such name").is_err());
    }
}
