import type { Chosen } from './study-kind.ts'

/** The numbers of the first and last chosen verse. Verses that a version joins (4-5) all count. */
export const versesOfChosen = ({ parts }: Chosen): { readonly from: number; readonly to: number } => {
  const [{ verse: first }] = parts
  const last = parts.at(-1)?.verse ?? first
  return { from: first.verse, to: last.through ?? last.verse }
}
