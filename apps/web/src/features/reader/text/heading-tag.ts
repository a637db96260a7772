import type { Verse } from '@pathlight/contracts/bible.ts'

type HeadingKind = NonNullable<Verse['headings']>[number]['kind']

/** Whether the chapter's headings are those of sections, with minor ones beneath them. */
export const hasSections = (verses: readonly Verse[]): boolean =>
  verses.flatMap(({ headings = [] }) => headings).find(({ kind }) => kind === 'section' || kind === 'minor')?.kind ===
  'section'

/** Its place in the outline beneath the chapter's own heading; a minor one steps down only where sections are above it. */
export const headingTag = (kind: HeadingKind, sectioned: boolean): 'h2' | 'h3' | 'p' => {
  if (kind === 'psalm' || kind === 'speaker') return 'p'
  return kind === 'minor' && sectioned ? 'h3' : 'h2'
}
