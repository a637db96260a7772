/**
 * One row of the table. `values`: the figure by profile; null if it could not be measured. `asked`: the required
 * minimum, by profile.
 */
export type Figure = {
  readonly name: string
  readonly unit: string
  readonly values: Readonly<Record<string, number | null>>
  readonly asked: Readonly<Record<string, number>>
}

/** The p-th percentile (0-100) of a non-empty list, by nearest rank. */
export const percentile = (values: readonly number[], p: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil((p / 100) * sorted.length) - 1))] ?? Number.NaN
}
export const median = (values: readonly number[]): number => percentile(values, 50)

/** The duration of `work` in milliseconds. */
export const timed = async (work: () => unknown): Promise<number> => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/**
 * The speed of `ours` relative to `bare`: 1 is as fast, 0.5 takes twice the time. `ours` and `bare` take short turns,
 * so that a slow moment of the machine affects both. The result is the median of the turns' ratios. Turns for warming
 * up come before.
 */
export const ratio = async (
  ours: () => Promise<unknown>,
  bare: () => Promise<unknown>,
  turns: number,
): Promise<number> => {
  for (let turn = 0; turn < turns / 4; turn++) {
    await ours()
    await bare()
  }
  const ratios: number[] = []
  for (let turn = 0; turn < turns; turn++) {
    // The order of the two alternates, because the second one finds warm caches.
    const first = turn % 2 === 0 ? await timed(ours) : null
    const theirs = await timed(bare)
    ratios.push(theirs / (first ?? (await timed(ours))))
  }
  return median(ratios)
}

const shown = (value: number | null | undefined): string => {
  if (value === null || value === undefined) return '–'
  if (value >= 1000) return Math.round(value).toLocaleString('en')
  return value >= 10 ? value.toFixed(1) : value.toFixed(2)
}

/** Formats the table: a column for each profile, with ✓ or ✗ where a minimum is required. */
export const table = (figures: readonly Figure[], columns: readonly string[]): string => {
  const rows = figures.map(({ name, unit, values, asked }) => [
    name,
    ...columns.map((column) => {
      const value = values[column]
      const least = asked[column]
      const verdict = least === undefined || value === null || value === undefined ? '' : value >= least ? ' ✓' : ' ✗'
      return `${shown(value)}${verdict}`
    }),
    unit,
    ...Object.values(asked)
      .slice(0, 1)
      .map((least) => `≥ ${shown(least)}`),
  ])
  const all = [['figure', ...columns, 'unit', 'asked'], ...rows]
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? []
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
