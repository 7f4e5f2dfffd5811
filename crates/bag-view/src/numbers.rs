//! Lists of numbers, in which the page and its worker exchange data.

/// Reads numbers from a list, from the first on.
pub(crate) struct NumberReader<'a>(&'a [f64]);

impl<'a> NumberReader<'a> {
    pub(crate) const fn new(numbers: &'a [f64]) -> Self {
        Self(numbers)
    }

    /// The next number.
    pub(crate) fn number(&mut self) -> Option<f64> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    /// The next number, if it is a whole one.
    pub(crate) fn whole(&mut self) -> Option<u32> {
        whole(self.number()?)
    }

    /// The next list: its length, then its numbers.
    pub(crate) fn list(&mut self) -> Option<&'a [f64]> {
        let length = self.whole()? as usize;
        let (list, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(list)
    }

    /// The next list, if all of its numbers are whole ones.
    pub(crate) fn whole_list(&mut self) -> Option<Vec<u32>> {
        self.list()?.iter().copied().map(whole).collect()
    }

    /// `read` as often as the next number says.
    pub(crate) fn each<T>(
        &mut self,
        mut read: impl FnMut(&mut Self) -> Option<T>,
    ) -> Option<Vec<T>> {
        let mut all = Vec::new();
        for _ in 0..self.whole()? {
            all.push(read(self)?);
        }
        Some(all)
    }
}

fn whole(number: f64) -> Option<u32> {
    let whole = number as u32;
    (f64::from(whole) == number).then_some(whole)
}

/// Writes a list that [`NumberReader::list`] reads.
pub(crate) fn write_list(numbers: &mut Vec<f64>, list: &[f64]) {
    numbers.push(list.len() as f64);
    numbers.extend_from_slice(list);
}
