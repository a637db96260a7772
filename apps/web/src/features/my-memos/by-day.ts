/**
 * The rows by day, as `dayOf` names it in the reader's calendar. A day may occur twice if two clocks differ. A group's `key` stays
 * when rows are added, so that the page keeps its elements.
 */
export const byDay = <Row extends { readonly at: string }>(rows: readonly Row[], dayOf: (at: string) => string) => {
  const days: { key: string; day: string; rows: Row[] }[] = []
  for (const row of rows) {
    const day = dayOf(row.at)
    const last = days.at(-1)
    if (last?.day === day) last.rows.push(row)
    else days.push({ key: `${day} ${days.filter((known) => known.day === day).length}`, day, rows: [row] })
  }
  return days
}
