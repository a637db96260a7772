import { DEFAULT_HIGHLIGHT_COLOR, HIGHLIGHT_COLORS } from '@pathlight/contracts/highlight-rules.ts'
import { useTranslation } from 'react-i18next'
import { COLOR_NAMES, colorName } from '../../look/highlight-color-names.ts'
import { paintOf } from '../../look/highlight-looks.ts'
import { useHighlightColor } from '../../session/settings-query.ts'
import type { AtOnceProps } from '../../study/study-kind.ts'
import { useItemsOnChapter } from '../../study/use-items-on-chapter.ts'
import { IconButton } from '../../ui/button.tsx'
import { Check, Eraser } from '../../ui/icons.ts'
import { lastColor, markChosen, markingOf, unmarkChosen } from './mark-chosen.ts'
import { overlayHighlights } from './overlay-highlights.ts'

const COLORS: readonly (string | null)[] = [null, ...COLOR_NAMES.map((name) => HIGHLIGHT_COLORS[name])]

/** A button for each highlight colour, the last used first, and an eraser where the chosen words have highlights. */
const HighlightColorsAtOnce = ({ chosen, viewer, act }: AtOnceProps) => {
  const { t } = useTranslation()
  const yours = useHighlightColor(viewer)
  const { items, isComing } = useItemsOnChapter(overlayHighlights, viewer, chosen.column)
  // A visitor's are known once they have logged in.
  const known = viewer && !isComing ? items : null
  const { bare, marked } = markingOf(chosen, items)
  const last = lastColor()
  const colors =
    COLORS.includes(last ?? null) && last !== undefined ? [last, ...COLORS.filter((one) => one !== last)] : COLORS
  const worn = (color: string | null) => bare.length === 0 && marked.every((one) => one.color === color)
  return (
    <div className="flex flex-wrap justify-around border-b border-line pb-0.5">
      {colors.map((color) => {
        const name = t('highlights.inColor', { color: colorName(t, color) })
        return (
          <button
            key={color ?? 'yours'}
            type="button"
            title={name}
            aria-label={name}
            aria-pressed={worn(color)}
            onClick={() => act((what, acting) => markChosen(what, color, acting, known))}
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
