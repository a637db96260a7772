import type { Verse } from '@pathlight/contracts/bible.ts'

type HeadingKind = NonNullable<Verse['headings']>[number]['kind']

/** Whether the chapter's first section or minor heading is a section's, so that minor ones are below sections. */
export const hasSections = (verses: readonly Verse[]): boolean =>
  verses.flatMap(({ headings = [] }) => headings).find(({ kind }) => kind === 'section' || kind === 'minor')?.kind ===
  'section'

/** The tag of a heading below the chapter's own. A minor one is a level lower only if there are sections. */
export const headingTag = (kind: HeadingKind, sectioned: boolean): 'h2' | 'h3' | 'p' => {
  if (kind === 'psalm' || kind === 'speaker') return 'p'
  return kind === 'minor' && sectioned ? 'h3' : 'h2'
}
