import { useTranslation } from 'react-i18next'
import { Popover } from '../../ui/popover.tsx'

/** A quiet mark in the text; the note opens beside it. */
export const Footnote = ({ verse, text }: { verse: string; text: string }) => {
  const { t } = useTranslation()
  const label = t('reader.footnoteOf', { verse })
  return (
    <Popover
      label={label}
      className="w-72"
      trigger={
        <button type="button" className="footnote" aria-label={label} title={t('reader.footnote')}>
          †
        </button>
      }
    >
      <p className="font-scripture text-md leading-normal text-pretty">{text}</p>
    </Popover>
  )
}
