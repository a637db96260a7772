import type { Pad } from '@pathlight/contracts/pads.ts'
import { citation } from '@pathlight/scripture/version-label.ts'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../locales/use-language.tsx'
import type { WholeProps } from '../../study/editor/edited-kind.ts'
import { passageName } from './entries/passage-entry.ts'

/** A pad as an outline: items and passages by name only. */
export const WholePad = ({ item, className }: WholeProps<Pad>) => {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <div className={className}>
      <p className="font-semibold wrap-anywhere">{item.title}</p>
      {item.entries.map((entry, index) => (
        <p
          // biome-ignore lint/suspicious/noArrayIndexKey: what is shown does not change its order
          key={index}
          className={`mt-1.5 whitespace-pre-wrap wrap-anywhere ${entry.type === 'heading' ? 'font-semibold' : ''}`}
        >
          {'text' in entry
            ? entry.text
            : entry.type === 'passage'
              ? citation(passageName(entry, language), entry.version)
              : t(`pads.yours.${entry.kind}`)}
        </p>
      ))}
    </div>
  )
}
