import { type ComponentType, type FormEvent, lazy, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { ChapterReference } from '../../bible/chapter-reference.ts'
import { withWords } from '../../locales/language.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Fetched } from '../../ui/fetched.tsx'
import { BookOpen } from '../../ui/icons.ts'
import { comparePath } from './compare-path.ts'

const PickPassage = lazy(() => withWords(['reader', 'reference'], () => import('./pick-passage.tsx')))

/** Shows links to passages of the person's items, at the top of the passage picker. */
export type Shortcuts = ComponentType<{
  readonly onGo: (to: ChapterReference, verses: readonly number[]) => void
}>

/** The longest reference that the server accepts, in UTF-16 units. */
const LONGEST = 500

type Props = {
  readonly reference: string
  /** The chapter that is compared now, or Genesis 1. */
  readonly open: { readonly book: string; readonly chapter: number }
  readonly Shortcuts: Shortcuts
}

/** The field for the reference of the passage to compare, and the button of the passage picker. */
export const ReferenceBox = ({ reference, open, Shortcuts }: Props) => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const box = useRef<HTMLInputElement>(null)
  const [params] = useSearchParams()
  const [blank, setBlank] = useState(false)
  const [isPickerOpen, setPickerOpen] = useState(false)
  useEffect(() => {
    if (box.current) box.current.value = reference
  }, [reference])
  const compare = (event: FormEvent) => {
    event.preventDefault()
    const typed = box.current?.value.trim() ?? ''
    setBlank(typed === '')
    if (typed !== '') navigate(comparePath(typed))
  }
  const isEmpty = blank || (params.has('reference') && reference === '')
  return (
    <search aria-label={t('compare.title')}>
      <form action="/version-comparison" onSubmit={compare} className="flex max-w-[36rem] flex-wrap gap-2">
        <input
          ref={box}
          name="reference"
          defaultValue={reference}
          aria-label={t('compare.reference')}
          placeholder={t('compare.example')}
          aria-invalid={isEmpty || undefined}
          aria-describedby={isEmpty ? 'nothing-to-compare' : undefined}
          autoComplete="off"
          autoCapitalize="off"
          enterKeyHint="search"
          maxLength={LONGEST}
          className="field w-auto! min-w-0 flex-1 basis-[8rem]"
        />
        <IconButton
          icon={BookOpen}
          label={t('compare.pick')}
          aria-haspopup="dialog"
          onClick={() => setPickerOpen(true)}
          className="size-11! border border-line noscript:hidden"
        />
        <Button type="submit" look="primary" className="min-h-11">
          {t('compare.search')}
        </Button>
      </form>
      <Fetched>
        {isPickerOpen && (
          <PickPassage
            open={{ ...open, version: '' }}
            Shortcuts={Shortcuts}
            onPick={(picked) => {
              setPickerOpen(false)
              setBlank(false)
              navigate(comparePath(picked))
            }}
            onClose={() => setPickerOpen(false)}
          />
        )}
      </Fetched>
      <p id="nothing-to-compare" role="alert" className={isEmpty ? 'mt-2 text-sm text-danger' : ''}>
        {isEmpty && t('compare.nothing')}
      </p>
    </search>
  )
}
