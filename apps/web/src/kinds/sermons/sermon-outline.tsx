import { plainTextOf, type RichText } from '@pathlight/contracts/rich-text-rules.ts'
import { type RefObject, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { speakingMinutes } from './sermon-draft.ts'

type Part = { readonly heading: string; readonly level: number; readonly minutes: number }

/** The parts of a sermon that have a heading. `minutes`: the approximate time to preach the part. */
export const partsOf = ({ content = [] }: RichText): readonly Part[] => {
  const starts = content.flatMap(({ type }, at) => (type === 'heading' ? [at] : []))
  return starts.map((at, index) => {
    const block = content[at]
    const text = content
      .slice(at, starts[index + 1])
      .map(plainTextOf)
      .join('\n')
    return {
      heading: block ? plainTextOf(block).trim() : '',
      level: Number((block?.attrs as { level?: unknown } | undefined)?.level ?? 1),
      minutes: speakingMinutes(text),
    }
  })
}

const headingsIn = (form: HTMLElement | null): readonly HTMLElement[] => [
  ...(form?.querySelectorAll<HTMLElement>('.ProseMirror > :is(h1, h2, h3)') ?? []),
]

type Props = { readonly content: RichText; readonly form: RefObject<HTMLElement | null> }

/**
 * The headings of the sermon, each a button that goes to it in `form`. The last heading before the cursor is marked.
 */
export const SermonOutline = ({ content, form }: Props) => {
  const { t } = useTranslation()
  const parts = useMemo(() => partsOf(content), [content])
  const [current, setCurrent] = useState(-1)
  useEffect(() => {
    const look = () => {
      const { anchorNode } = getSelection() ?? {}
      if (!anchorNode || !form.current?.contains(anchorNode)) return
      const isBehind = (heading: Node) =>
        (heading.compareDocumentPosition(anchorNode) &
          (Node.DOCUMENT_POSITION_FOLLOWING | Node.DOCUMENT_POSITION_CONTAINED_BY)) >
        0
      setCurrent(headingsIn(form.current).findLastIndex(isBehind))
    }
    document.addEventListener('selectionchange', look)
    return () => document.removeEventListener('selectionchange', look)
  }, [form])
  const go = (index: number) => {
    const heading = headingsIn(form.current)[index]
    if (!heading) return
    heading.closest<HTMLElement>('.ProseMirror')?.focus({ preventScroll: true })
    getSelection()?.collapse(heading, heading.childNodes.length)
    heading.scrollIntoView({ block: 'start' })
  }
  if (parts.length === 0) return null
  return (
    <nav aria-label={t('sermons.outline')} className="writing-outline">
      <p className="mb-2 text-xs font-semibold text-muted">{t('sermons.outline')}</p>
      <ol>
        {parts.map(({ heading, level, minutes }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two headings may have the same words
          <li key={index}>
            <button
              type="button"
              aria-current={index === current ? true : undefined}
              data-level={level}
              onClick={() => go(index)}
            >
              <span className="min-w-0 grow wrap-anywhere">{heading || '–'}</span>
              <span className="flex-none font-normal text-muted tabular-nums">
                {t('sermons.partMinutes', { minutes })}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
