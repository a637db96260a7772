import type { BookLanguage } from '@pathlight/scripture/books.ts'
import { useTranslation } from 'react-i18next'
import { useCopyPassage } from '../../../study/copying/use-copy-passage.ts'
import type { Chosen } from '../../../study/study-kind.ts'
import { useStatusMessage } from '../../../ui/status-message.tsx'
import { copyOf } from './copied.ts'

/**
 * Copies the choice with its reference, and says so in the specification's words. `language` is the language of the
 * text.
 */
export const useCopy = (chosen: Chosen | null, language: BookLanguage): (() => Promise<void>) => {
  const { t } = useTranslation()
  const say = useStatusMessage()
  const copyPassage = useCopyPassage()
  return async () => {
    const copied = chosen && copyOf(chosen, language)
    if (!copied) return void say(t('reader.copyFailed'), 'error')
    const { passage, ...values } = copied
    await copyPassage(passage, { copied: t('reader.copied', values), failed: t('reader.clipboardFailed') })
  }
}
