//! Numbers for people.

pub use npuzzle::front::units::{bytes, thousands};

/// How many a second.
pub fn rate(count: u64, seconds: f64) -> String {
    match count as f64 / seconds.max(1e-9) {
        rate if rate >= 1e6 => format!("{:.1} M/s", rate / 1e6),
        rate => format!("{:.0} k/s", rate / 1e3),
    }
}

/// A time.
pub fn time(seconds: f64) -> String {
    match seconds {
        s if s >= 100.0 => format!("{s:.0} s"),
        s if s >= 1.0 => format!("{s:.2} s"),
        s => format!("{:.2} ms", s * 1e3),
    }
}

/// How much longer than the optimum a solution can be at most, given what is proved; `None` if
/// nothing is.
pub fn gap(cost: f64, lower_bound: f64) -> Option<String> {
    (lower_bound > 0.0).then(|| format!("gap {:.0} %", 100.0 * (cost / lower_bound - 1.0)))
}

/// A count in at most eight letters.
pub fn short_count(count: f64) -> String {
    match count {
        c if c >= 1e12 => format!("{c:.2e}"),
        c if c >= 1e9 => format!("{:.2} G", c / 1e9),
        c if c >= 1e6 => format!("{:.2} M", c / 1e6),
        c if c >= 1e3 || c.fract() == 0.0 => thousands(c.round() as u64),
        c => format!("{c:.1}"),
    }
}

/// A number with so many decimals, and its thousands apart.
pub fn decimal(number: f64, decimals: usize) -> String {
    let text = format!("{number:.decimals$}");
    let (whole, rest) = text.split_once('.').map_or((&*text, None), |(whole, rest)| (whole, Some(rest)));
    let rest = rest.map(|rest| format!(".{rest}")).unwrap_or_default();
    if whole.bytes().all(|byte| byte.is_ascii_digit()) { thousands(whole) + &rest } else { text }
}

/// How many times as much: three digits, or as many as there are before the point.
pub fn factor(factor: f64) -> String {
    let decimals = match factor {
        f if f >= 99.95 => 0,
        f if f >= 9.995 => 1,
        _ => 2,
    };
    format!("{}x", decimal(factor, decimals))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_readable() {
        assert_eq!([0, 999, 1000, 1_234_567].map(thousands), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!([0, 1536, 3 << 20, 5 << 30].map(bytes), ["0 B", "1.5 KiB", "3.0 MiB", "5.0 GiB"]);
        assert_eq!(rate(5_000_000, 2.0), "2.5 M/s");
        assert_eq!(rate(5_000, 2.0), "2 k/s");
        assert_eq!([12.34, 7.0, 1234.6, 2.5e6, 3e10].map(short_count), ["12.3", "7", "1,235", "2.50 M", "30.00 G"]);
        assert_eq!(
            [(112.0, 84.0), (31.0, 31.0)].map(|(cost, bound)| gap(cost, bound).unwrap()),
            ["gap 33 %", "gap 0 %"]
        );
        assert_eq!(gap(31.0, 0.0), None);
        assert_eq!(
            [(33_637.5, 1), (16.0, 1), (1234.6, 0), (-2.0, 1)].map(|(n, d)| decimal(n, d)),
            ["33,637.5", "16.0", "1,235", "-2.0"]
        );
        assert_eq!(
            [1.0, 9.999, 18.06, 99.96, 1234.5, 0.05].map(factor),
            ["1.00x", "10.0x", "18.1x", "100x", "1,234x", "0.05x"]
        );
        assert_eq!([0.0123, 1.5, 200.0].map(time), ["12.30 ms", "1.50 s", "200 s"]);
    }
}
