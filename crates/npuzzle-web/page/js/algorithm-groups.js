// @ts-check
// The searches in the groups of the catalogue, so that no list shows all of them in one row.

/**
 * Each group with its members, in the order of the catalogue; groups without members are left out. What chooses by the
 * board comes first, alone.
 * @param {{algorithms: any[], groups?: {name: string, title: string}[]}} catalogue
 * @returns {{title: string, members: any[]}[]} the portfolios have the title `""`
 */
export function algorithmGroups({ algorithms, groups = [] }) {
  const isPortfolio = ({ features }) => features.includes("portfolio");
  const rest = algorithms.filter((card) => !isPortfolio(card));
  const named = groups.map(({ name, title }) => ({ title, members: rest.filter(({ group }) => group === name) }));
  const known = new Set(groups.map(({ name }) => name));
  const others = { title: "Others", members: rest.filter(({ group }) => !known.has(group)) };
  return [{ title: "", members: algorithms.filter(isPortfolio) }, ...named, others]
    .filter(({ members }) => members.length > 0);
}
