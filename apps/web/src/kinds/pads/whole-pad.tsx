import type { Pad } from '@pathlight/contracts/pads.ts'
import { citation } from '@pathlight/scripture/version-label.ts'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../locales/use-language.tsx'
import type { WholeProps } from '../../study/editor/edited-kind.ts'
import { WholeText } from '../../study/texts/whole-text.tsx'
import { passageName } from './entries/passage-entry.ts'
import { sayYours } from './say-yours.ts'

/** A pad as an outline. It shows a passage as its reference and version, and an item as its kind only ("Your note"). */
export const WholePad = ({ item, className, inLink }: WholeProps<Pad>) => {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <div className={className}>
      <p className="font-semibold wrap-anywhere">{item.title}</p>
      {item.entries.map((entry, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id, and two may be equal
          key={index}
          className={`mt-1.5 wrap-anywhere ${entry.type === 'heading' ? 'font-semibold' : ''}`}
        >
          {entry.type === 'text' ? (
            <WholeText item={entry} inLink={inLink} />
          ) : entry.type === 'heading' ? (
            entry.text
          ) : entry.type === 'passage' ? (
            citation(passageName(entry, language), entry.version)
          ) : (
            sayYours(t, entry.kind)
          )}
        </div>
      ))}
    </div>
  )
}
