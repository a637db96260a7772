/**
 * Groups rows by day. `dayOf` names the day in the reader's calendar. A day may occur twice if two devices' clocks
 * differ. A group's `key` stays the same when the group gets further rows, so that React keeps the page's elements.
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
