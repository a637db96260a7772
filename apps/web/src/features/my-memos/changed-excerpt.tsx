import type { Change } from '@pathlight/contracts/history.ts'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../locales/use-language.tsx'
import { LOOKS } from '../../study/history/change-looks.ts'
import { changedWords, shortened } from '../../ui/changed-words.ts'
import { settingInWords } from './setting-in-words.ts'

/** The number of unchanged words that are shown around a change. */
const AROUND = 6

type Props = { readonly change: Change; readonly before: string | undefined }

/**
 * The words of a change. Words that differ from the previous revision are marked. For settings it shows the names of
 * the chosen values.
 */
const ChangedExcerpt = ({ change: { kind, excerpt }, before = excerpt }: Props) => {
  const { t } = useTranslation()
  const language = useLanguage()
  if (kind === 'settings')
    return excerpt
      .split(' · ')
      .map((chosen) => settingInWords(t, chosen, language))
      .join(' · ')
  return shortened(changedWords(before, excerpt), AROUND).map((piece, index) => {
    const key = index
    if (piece.kind === 'cut') return <span key={key}> … </span>
    if (piece.kind === 'same') return <span key={key}>{piece.text}</span>
    const Element = piece.kind === 'added' ? 'ins' : 'del'
    const words = piece.text.trimStart()
    return (
      <Fragment key={key}>
        {piece.text.slice(0, -words.length)}
        <Element className={LOOKS[piece.kind]}>{words}</Element>
      </Fragment>
    )
  })
}
export default ChangedExcerpt
