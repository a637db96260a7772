import type { Note } from '@pathlight/contracts/notes.ts'
import { useQuery } from '@tanstack/react-query'
import { memo, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { isRefused, type PendingWrite } from '../../api/pending-writes.ts'
import { chapterQuery } from '../../bible/chapter-query.ts'
import { verseReference } from '../../bible/passage-names.ts'
import { findVerse, passagePath } from '../../bible/passage-path.ts'
import { formatDay } from '../../locales/format-date.ts'
import { useTranslation } from '../../locales/translation.ts'

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

/** Where it is, from its verse id (specification section 3). */
const placeOf = (verseId: number) => ({ chapter: Math.floor(verseId / 1000) % 1000, verse: verseId % 1000 })

/** A note with the verse it is on; leads to the passage. `write`: the server does not have it so yet. */
export const NoteCard = memo(({ note, write }: { note: Note; write?: PendingWrite<Note> | undefined }) => {
  const { t, language } = useTranslation()
  const { ref, seen } = useSeen()
  const { chapter, verse } = placeOf(note.verse_id)
  const { version, book } = note
  const { data, isError } = useQuery({ ...chapterQuery({ version, book, chapter }), enabled: seen, retry: false })
  const text = data && findVerse(data.verses, verse)?.text
  return (
    <Link
      ref={ref}
      to={passagePath({ version, book, chapter }, verse)}
      className="block rounded-md border border-line bg-surface p-4 transition-colors duration-(--fast) hover:border-accent"
    >
      <div className="flex items-center gap-2">
        <span className="rounded-full bg-accent-soft px-2.5 py-0.5 text-xs font-semibold text-accent">
          {verseReference({ book, chapter, verse }, language)} · {version}
        </span>
        <span className="ml-auto text-xs text-muted">
          {write && (
            <strong className="font-medium">{t(isRefused(write) ? 'writes.refused' : 'writes.waits')} · </strong>
          )}
          {formatDay(note.updated_at, language)}
        </span>
      </div>
      <p
        lang={data?.language}
        // Two lines are kept free for it, so that the cards below do not move when it comes.
        className={`my-2.5 line-clamp-2 border-l-3 border-accent-soft pl-3 font-scripture leading-relaxed text-muted ${isError ? 'hidden' : 'min-h-[3.25em]'}`}
      >
        {text}
      </p>
      {note.title && <p className="font-semibold wrap-anywhere">{note.title}</p>}
      <p className="line-clamp-4 leading-relaxed whitespace-pre-wrap wrap-anywhere">{note.text}</p>
    </Link>
  )
})
