import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import type { PendingWrite } from '../../api/pending-write.ts'
import { chapterQuery } from '../../bible/chapter-query.ts'
import { versesBetween } from '../../bible/passage-path.ts'
import type { WholeProps } from '../editor/edited-kind.ts'
import { ItemRow } from '../list/item-row.tsx'
import type { TextItem } from './text-drafts.ts'

/** `seen` becomes true once the element comes near the screen. */
const useSeen = () => {
  const ref = useRef<HTMLAnchorElement>(null)
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    if (!ref.current || seen) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true), {
      rootMargin: '200px',
    })
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [seen])
  return { ref, seen }
}

/** The passage of a text item, from its verse ids (specification section 3). */
const placeOf = ({ version, book, verse_id, end_verse_id }: TextItem) => ({
  version,
  book,
  chapter: Math.floor(verse_id / 1000) % 1000,
  verse: verse_id % 1000,
  through: (end_verse_id ?? verse_id) % 1000,
})

type Props<I extends TextItem> = {
  readonly item: I
  /** The unsent write of the item. Undefined if there is none. */
  readonly write: PendingWrite<I> | undefined
  readonly Whole: ComponentType<WholeProps<I>>
}

/** A row with a text item, such as a note, and the words of its verses. The row links to the passage. */
export const TextCard = <I extends TextItem>({ item, write, Whole }: Props<I>) => {
  const { ref, seen } = useSeen()
  const place = placeOf(item)
  const { data, isError } = useQuery({ ...chapterQuery(place), enabled: seen, retry: false })
  const verses =
    data &&
    versesBetween(data.verses, place.verse, place.through)
      .map(({ text }) => text)
      .join(' ')
  return (
    <ItemRow ref={ref} place={place} at={item.updated_at} write={write}>
      <Whole inLink item={item} className="line-clamp-4 leading-relaxed print:line-clamp-none" />
      <p
        lang={data?.language}
        // One line is reserved, so that the rows below do not move when the verses have loaded.
        className={`mt-1.5 line-clamp-1 border-l-2 print:line-clamp-none border-line pl-3 font-scripture text-sm leading-relaxed text-muted ${isError ? 'hidden' : 'min-h-[1.625em]'}`}
      >
        {verses}
      </p>
    </ItemRow>
  )
}
