import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import type { PendingWrite } from '../../api/pending-write.ts'
import { chapterQuery } from '../../bible/chapter-query.ts'
import { passagePath, versesBetween } from '../../bible/passage-path.ts'
import { CardHead } from '../card-head.tsx'
import type { WholeProps } from '../editor/edited-kind.ts'
import type { TextItem } from './text-drafts.ts'

/** True from the moment the element has come near the screen. */
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

/** Its passage, from its verse ids (specification section 3). */
const placeOf = ({ version, book, verse_id, end_verse_id }: TextItem) => ({
  version,
  book,
  chapter: Math.floor(verse_id / 1000) % 1000,
  verse: verse_id % 1000,
  through: (end_verse_id ?? verse_id) % 1000,
})

type Props<I extends TextItem> = {
  readonly item: I
  /** A change that has not reached the server yet. */
  readonly write: PendingWrite<I> | undefined
  readonly Whole: ComponentType<WholeProps<I>>
}

/** A text with the verses it is on; leads to the passage. */
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
    <Link
      ref={ref}
      to={passagePath(place, place.verse, place.through)}
      className="block rounded-md border border-line bg-surface p-4 transition-colors duration-(--fast) hover:border-accent"
    >
      <CardHead place={place} at={item.updated_at} write={write} />
      <p
        lang={data?.language}
        // Two lines are kept free for it, so that the cards below do not move when it comes.
        className={`my-2.5 line-clamp-2 border-l-3 print:line-clamp-none border-accent-soft pl-3 font-scripture leading-relaxed text-muted ${isError ? 'hidden' : 'min-h-[3.25em]'}`}
      >
        {verses}
      </p>
      <Whole inLink item={item} className="line-clamp-4 leading-relaxed print:line-clamp-none" />
    </Link>
  )
}
