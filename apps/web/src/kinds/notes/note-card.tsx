import type { Note } from '@pathlight/contracts/notes.ts'
import { useQuery } from '@tanstack/react-query'
import { memo, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import type { PendingWrite } from '../../api/pending-write.ts'
import { chapterQuery } from '../../bible/chapter-query.ts'
import { passagePath, versesBetween } from '../../bible/passage-path.ts'
import { CardHead } from '../../study/card-head.tsx'

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

/** Where it is, from its verse ids (specification section 3). */
const placeOf = ({ verse_id, end_verse_id }: Note) => ({
  chapter: Math.floor(verse_id / 1000) % 1000,
  verse: verse_id % 1000,
  through: (end_verse_id ?? verse_id) % 1000,
})

/** A note with the verses it is on; leads to the passage. `write`: a change that has not reached the server yet. */
export const NoteCard = memo(({ note, write }: { note: Note; write?: PendingWrite<Note> | undefined }) => {
  const { ref, seen } = useSeen()
  const { chapter, verse, through } = placeOf(note)
  const { version, book } = note
  const { data, isError } = useQuery({ ...chapterQuery({ version, book, chapter }), enabled: seen, retry: false })
  const text =
    data &&
    versesBetween(data.verses, verse, through)
      .map((one) => one.text)
      .join(' ')
  return (
    <Link
      ref={ref}
      to={passagePath({ version, book, chapter }, verse, through)}
      className="block rounded-md border border-line bg-surface p-4 transition-colors duration-(--fast) hover:border-accent"
    >
      <CardHead place={{ version, book, chapter, verse, through }} at={note.updated_at} write={write} />
      <p
        lang={data?.language}
        // Two lines are kept free for it, so that the cards below do not move when it comes.
        className={`my-2.5 line-clamp-2 border-l-3 print:line-clamp-none border-accent-soft pl-3 font-scripture leading-relaxed text-muted ${isError ? 'hidden' : 'min-h-[3.25em]'}`}
      >
        {text}
      </p>
      {note.title && <p className="font-semibold wrap-anywhere">{note.title}</p>}
      <p className="line-clamp-4 leading-relaxed print:line-clamp-none whitespace-pre-wrap wrap-anywhere">
        {note.text}
      </p>
    </Link>
  )
})
