import { plainTextOf, type RichText } from '@pathlight/contracts/rich-text-rules.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { speakingMinutes, wordCount } from './sermon-draft.ts'

/** The number of words of a sermon, and the approximate time to preach it in minutes. */
export const SermonLength = ({ content }: { readonly content: RichText }) => {
  const { t } = useTranslation()
  const { count, minutes } = useMemo(() => {
    const text = plainTextOf(content)
    return { count: wordCount(text), minutes: speakingMinutes(text) }
  }, [content])
  return (
    <p className="text-xs text-muted tabular-nums">
      {t('sermons.words', { count })}
      {minutes > 0 && ` · ${t('sermons.minutes', { minutes })}`}
    </p>
  )
}
