import type { Highlight } from '@pathlight/contracts/highlights.ts'
import { useTranslation } from 'react-i18next'
import { useVersionLanguage } from '../../bible/use-version-language.ts'
import { colorName } from '../../look/highlight-color-names.ts'
import { paintOf } from '../../look/highlight-looks.ts'
import { LOOKS } from '../../study/history/change-looks.ts'
import type { DifferenceProps } from '../../study/history/kind-history.ts'
import { TagsDifference } from '../../study/tags/tags-difference.tsx'
import { looksSo } from './mark-chosen.ts'

const Swatch = ({ color }: { color: string | null }) =>
  color === null ? null : (
    <span
      data-paint={paintOf(color)}
      aria-hidden
      className="mr-1.5 inline-block size-4 rounded-full border border-line-strong align-[-0.15em]"
    />
  )

const HighlightDifference = ({ item, than }: DifferenceProps<Highlight>) => {
  const { t } = useTranslation()
  const lang = useVersionLanguage(item.version)
  const isChanged = than !== null && !looksSo(than, item)
  const look = ({ color, style }: Highlight) =>
    style === 'underline' ? t('highlights.underlined', { color: colorName(t, color) }) : colorName(t, color)
  return (
    <>
      <p lang={lang} className="line-clamp-4 font-scripture wrap-anywhere">
        {item.selected_text}
      </p>
      <p className="text-sm">
        {isChanged && (
          <>
            <Swatch color={than.color} />
            <del className={LOOKS.removed}>{look(than)}</del>{' '}
          </>
        )}
        <Swatch color={item.color} />
        {isChanged ? <ins className={LOOKS.added}>{look(item)}</ins> : <span className="text-muted">{look(item)}</span>}
      </p>
      <TagsDifference item={item} than={than} />
    </>
  )
}
export default HighlightDifference
