import type { CopyStyle } from '@pathlight/contracts/copy-rules.ts'
import type { Settings } from '@pathlight/contracts/settings.ts'
import type { TagColor } from '@pathlight/contracts/tag-rules.ts'
import { versionLabel } from '@pathlight/scripture/version-label.ts'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../locales/use-language.tsx'
import { colorName } from '../../look/highlight-color-names.ts'
import { LOOKS } from '../../study/history/change-looks.ts'
import type { DifferenceProps } from '../../study/history/kind-history.ts'
import { TagsDifference } from '../../study/tags/tags-difference.tsx'

const FIELDS = [
  ['defaultVersion', 'settings.defaultVersion'],
  ['defaultLanguage', 'settings.defaultLanguage'],
  ['highlightColor', 'settings.highlightColor'],
  ['theme', 'appearance.theme'],
  ['copyStyle', 'settings.copying.title'],
] as const

type OfRevision = Settings & { readonly tagColors?: readonly TagColor[] }

/** All settings and the colours of tags. A setting that changed is shown with its previous value. */
const SettingsDifference = ({ item, than }: DifferenceProps<OfRevision>) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const styleInWords = ({ reference, quotes, numbers, version }: CopyStyle): string =>
    [
      t(`settings.copying.${reference}`),
      ...(quotes === 'none' ? [] : [t(`settings.copying.${quotes}`)]),
      ...(numbers ? [t('settings.copying.numbers')] : []),
      ...(version ? [t('settings.copying.version')] : []),
    ].join(' · ')
  const valueInWords = (settings: Settings, field: (typeof FIELDS)[number][0]): string => {
    const value = settings[field]
    if (value === undefined) return t('settings.neverChosen')
    if (typeof value === 'object') return styleInWords(value)
    if (field === 'theme') return t(`appearance.${settings.theme ?? 'system'}`)
    if (field === 'highlightColor') return colorName(t, value)
    return field === 'defaultVersion'
      ? versionLabel(value, language)
      : t(value === 'ko' ? 'menu.korean' : 'menu.english')
  }
  const coloredTags = ({ tagColors = [] }: OfRevision) => ({
    tags: tagColors.map(({ tag, color }) => `${tag} (${colorName(t, color)})`),
  })
  return (
    <>
      <dl className="grid gap-0.5 text-sm">
        {FIELDS.map(([field, label]) => {
          const [now, before] = [valueInWords(item, field), than && valueInWords(than, field)]
          const isChanged = before !== null && before !== now
          return (
            <div key={field} className="flex flex-wrap gap-x-2">
              <dt className="text-muted">{t(label)}</dt>
              <dd>
                {isChanged && (
                  <>
                    <del className={LOOKS.removed}>{before}</del>{' '}
                  </>
                )}
                {isChanged ? <ins className={LOOKS.added}>{now}</ins> : now}
              </dd>
            </div>
          )
        })}
      </dl>
      <TagsDifference item={coloredTags(item)} than={than && coloredTags(than)} />
    </>
  )
}
export default SettingsDifference
