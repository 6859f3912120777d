//! `npuzzle serve`

use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::sync::Arc;

use npuzzle::core::TableCache;
use npuzzle_host::memory;
use npuzzle_web::{Options, Server};

use crate::args::ServeArguments;
use crate::failure::{self, Failure};
use crate::out::Out;
use crate::tables;

pub fn run(arguments: &ServeArguments, out: &mut Out) -> Result<u8, Failure> {
    let (addresses, name) = resolve(&arguments.address)?;
    let is_open = !addresses.iter().all(IpAddr::is_loopback);
    let options = Options {
        addresses,
        port: arguments.port,
        host_names: name.into_iter().collect(),
        workers: arguments.workers,
        memory: memory::default_limit(),
        // Clients on the network can ask for tables, but not fill the disk with them.
        table_cache: if is_open { Arc::new(TableCache::new()) } else { tables::table_cache() },
        ..Options::default()
    };
    let server = Server::bind(options).map_err(|error| {
        let port = arguments.port.map(|port| format!(":{port}")).unwrap_or_default();
        Failure::usage(format!(
            "cannot listen at {}{port}: {error}\nhelp: `--port 0` takes any free port",
            arguments.address
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
    if arguments.open
        && let Err(error) = open::that_detached(&page)
    {
        out.note(&format!("no browser could be opened: {error}"))?;
    }
    server.run().map_err(Failure::Output)?;
    Ok(failure::ANSWERED)
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
