import type { BookLanguage } from '@pathlight/scripture/books.ts'
import { useTranslation } from 'react-i18next'
import type { Chosen } from '../../../study/study-kind.ts'
import { copyText } from '../../../ui/copy-text.ts'
import { useStatusMessage } from '../../../ui/status-message.tsx'
import { copyOf } from './copied.ts'

/** Copies the choice with its reference and reports it in the specification's words. `language`: the text's. */
export const useCopy = (chosen: Chosen | null, language: BookLanguage): (() => Promise<void>) => {
  const { t } = useTranslation()
  const say = useStatusMessage()
  return async () => {
    const copied = chosen && copyOf(chosen, language)
    if (!copied) return void say(t('reader.copyFailed'), 'error')
    const { text, ...values } = copied
    if (await copyText(text)) say(t('reader.copied', values))
    else say(t('reader.clipboardFailed'), 'error')
  }
}
