import { DEFAULT_HIGHLIGHT_COLOR, HIGHLIGHT_COLORS } from '@pathlight/contracts/highlight-rules.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { COLOR_NAMES, colorName } from '../../look/highlight-color-names.ts'
import { paintOf } from '../../look/highlight-looks.ts'
import { useHighlightColor } from '../../session/settings-query.ts'
import type { AtOnceProps } from '../../study/study-kind.ts'
import { useItemsOnChapter } from '../../study/use-items-on-chapter.ts'
import { IconButton } from '../../ui/button.tsx'
import { Check, Eraser } from '../../ui/icons.ts'
import { keepStyle, type Look, lastStyle, looksSo, markChosen, markingOf, unmarkChosen } from './mark-chosen.ts'
import { overlayHighlights } from './overlay-highlights.ts'
import { UnderlineToggle } from './underline-toggle.tsx'

const COLORS: readonly (string | null)[] = [null, ...COLOR_NAMES.map((name) => HIGHLIGHT_COLORS[name])]

/** A button for each highlight colour, one for the underline, and an eraser if the chosen words have highlights. */
const HighlightColorsAtOnce = ({ chosen, viewer, act }: AtOnceProps) => {
  const { t } = useTranslation()
  const yours = useHighlightColor(viewer)
  const { items, isComing } = useItemsOnChapter(overlayHighlights, viewer, chosen.column)
  // Null while the highlights load, and for a visitor, who must log in first.
  const known = viewer && !isComing ? items : null
  const { bare, marked } = markingOf(chosen, items)
  const [asked, setAsked] = useState<boolean | null>(null)
  const isUnderlined = asked ?? (marked.length > 0 ? marked : [lastStyle()]).every(({ style }) => style === 'underline')
  const lookOf = (color: string | null): Look => ({
    color,
    ...(isUnderlined && { style: 'underline' }),
  })
  const worn = (color: string | null) => bare.length === 0 && marked.every((one) => looksSo(one, lookOf(color)))
  return (
    <div className="-mx-1 flex flex-wrap justify-around border-b border-line pb-0.5 min-[390px]:mx-0">
      {COLORS.map((color) => {
        const name = t('highlights.inColor', { color: colorName(t, color) })
        return (
          <button
            key={color ?? 'yours'}
            type="button"
            title={name}
            aria-label={name}
            aria-pressed={worn(color)}
            onClick={() => act((what, acting) => markChosen(what, lookOf(color), acting, known))}
            className="grid size-11 place-items-center rounded-sm hover:bg-sunk"
          >
            <span
              data-paint={paintOf(color ?? yours ?? DEFAULT_HIGHLIGHT_COLOR)}
              className={`grid size-7 place-items-center border border-line-strong ${color === null ? 'rounded-sm' : 'rounded-full'}`}
            >
              {worn(color) && <Check size={16} strokeWidth={2.2} aria-hidden />}
            </span>
          </button>
        )
      })}
      <UnderlineToggle
        isOn={isUnderlined}
        onChange={(on) => {
          setAsked(on)
          keepStyle(on)
        }}
      />
      {marked.length > 0 && (
        <IconButton
          icon={Eraser}
          label={t('highlights.unmark')}
          className="size-11!"
          onClick={() => act((what, acting) => unmarkChosen(what, acting, known))}
        />
      )}
    </div>
  )
}
export default HighlightColorsAtOnce
