import type { Chosen } from '../../../study/study-kind.ts'
import type { PassageEntry } from './passage-entry.ts'

/** The chosen verses as entries of a pad. Consecutive verses make one passage. */
export const chosenPassages = ({ parts }: Chosen): readonly PassageEntry[] => {
  const passages: { first: number; last: number; version: string }[] = []
  for (const { verse } of parts) {
    const { verse_id: first, version } = verse
    const last = first + (verse.through ?? verse.verse) - verse.verse
    const before = passages.at(-1)
    if (before && first <= before.last + 1) before.last = Math.max(before.last, last)
    else passages.push({ first, last, version })
  }
  return passages.map(({ first, last, version }) => ({
    ...{ type: 'passage', version, verse_id: first, end_verse_id: last > first ? last : null },
  }))
}
