import type { User } from '@pathlight/contracts/accounts.ts'
import { HIGHLIGHT_COLORS } from '@pathlight/contracts/highlight-rules.ts'
import type { OverlayHighlight } from '@pathlight/contracts/highlights.ts'
import type { FoundAgain } from '@pathlight/scripture/find-words-again.ts'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { COLOR_NAMES, colorName } from '../../look/highlight-color-names.ts'
import { paintOf } from '../../look/highlight-looks.ts'
import { Tags } from '../../study/tags/tags.tsx'
import TagsAtOnce from '../../study/tags/tags-at-once.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Check, History, Tag, Trash2 } from '../../ui/icons.ts'
import { highlightWrites } from './highlight-writes.ts'
import { type Look, written } from './mark-chosen.ts'
import { UnderlineToggle } from './underline-toggle.tsx'
import './highlights.css'

const CHOICES: readonly (string | null)[] = [null, ...COLOR_NAMES.map((name) => HIGHLIGHT_COLORS[name])]

type Props = {
  readonly owner: Pick<User, 'id'>
  readonly highlight: OverlayHighlight
  /** The place of the highlighted words in the present text. Null if the highlight is in another version. */
  readonly place: FoundAgain | null
  /** The language of the words (BCP 47). Undefined if it is unknown. */
  readonly lang: string | undefined
  /** The person's highlight colour from the settings. */
  readonly yours: string
  /** Says that a change of the highlight waits to be sent. Null if none waits. */
  readonly state: string | null
  /** True while the row of a deleted highlight fades out. */
  readonly leaving: boolean
  readonly onLook: (look: Look) => void
  readonly onDelete: () => void
  readonly onHistory: () => void
  /** The highlight's history. Null while it is closed. */
  readonly history: ReactNode
}

export const HighlightRow = ({
  owner,
  highlight,
  place,
  lang,
  yours,
  state,
  leaving,
  onLook,
  onDelete,
  onHistory,
  history,
}: Props) => {
  const { t } = useTranslation()
  const group = useId()
  const [tagging, setTagging] = useState(false)
  const { color, style, selected_text: words, version, tags } = highlight
  const styled = style && { style }
  const others = color === null || CHOICES.includes(color) ? [] : [color]
  return (
    <li
      data-leaving={leaving || undefined}
      inert={leaving}
      className="highlight-row grid gap-1.5 border-b border-line pb-2 not-first:pt-3"
    >
      <div className="flex items-start gap-2">
        <p lang={lang} dir="auto" className="min-w-0 grow pt-1.5 font-scripture leading-relaxed wrap-anywhere">
          <mark data-paint={paintOf(color ?? yours, style)} className="line-clamp-4 rounded-sm px-0.5">
            {words}
          </mark>
        </p>
        <IconButton
          icon={Tag}
          label={t('tags.of', { name: `“${words.slice(0, 40)}”` })}
          aria-expanded={tagging}
          onClick={() => setTagging(!tagging)}
        />
        <IconButton
          icon={History}
          label={t('highlights.history', { words: words.slice(0, 40) })}
          aria-expanded={history !== null}
          onClick={onHistory}
        />
        <IconButton icon={Trash2} label={t('highlights.delete', { words: words.slice(0, 40) })} onClick={onDelete} />
      </div>
      {place === null && <p className="text-xs text-muted">{t('highlights.inVersion', { version })}</p>}
      {place?.as === 'moved' && <p className="text-xs text-muted">{t('highlights.moved')}</p>}
      {place?.as === 'lost' && <p className="text-xs text-muted">{t('highlights.lost')}</p>}
      {state && <p className="text-xs font-medium text-muted">{state}</p>}
      <fieldset className="-ml-1.5 flex flex-wrap">
        <legend className="sr-only">{t('highlights.colorOf', { words: words.slice(0, 40) })}</legend>
        {[...CHOICES, ...others].map((choice) => (
          <label
            key={choice ?? 'yours'}
            title={colorName(t, choice)}
            className="grid size-11 cursor-pointer place-items-center"
          >
            <input
              type="radio"
              name={group}
              checked={choice === color}
              onChange={() => onLook({ color: choice, ...styled })}
              aria-label={colorName(t, choice)}
              className="peer sr-only"
            />
            <span
              data-paint={paintOf(choice ?? yours)}
              className={`grid size-7 place-items-center border border-line-strong peer-checked:outline-2 peer-checked:outline-offset-2 peer-checked:outline-accent peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus ${choice === null ? 'rounded-sm' : 'rounded-full'}`}
            >
              {choice === color && <Check size={16} strokeWidth={2.2} aria-hidden />}
            </span>
          </label>
        ))}
        <UnderlineToggle
          isOn={style === 'underline'}
          onChange={(on) => onLook({ color, ...(on && { style: 'underline' }) })}
        />
      </fieldset>
      {tagging ? <TagsAtOnce kind={highlightWrites} owner={owner} item={written(highlight)} /> : <Tags tags={tags} />}
      {history}
    </li>
  )
}
