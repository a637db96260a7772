import { type CopyStyle, UNSET_COPY_STYLE } from '@pathlight/contracts/copy-rules.ts'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { copyText } from '../../ui/copy-text.ts'
import { useStatusMessage } from '../../ui/status-message.tsx'
import { copiedPassage, type Passage } from './copied-passage.ts'
import { useCopyStyle } from './copy-style.ts'

/** The address of the setting for the style of copies. */
export const COPY_STYLE_PATH = '/settings#copying'

type Said = { readonly copied: string; readonly failed: string }

/**
 * Returns a function that copies a passage in the person's style and confirms it. If no style was chosen, the
 * confirmation links to the setting. `unset`: the fields in which the caller's default style differs from
 * UNSET_COPY_STYLE.
 */
export const useCopyPassage = (unset?: Partial<CopyStyle>): ((passage: Passage, said: Said) => Promise<void>) => {
  const { t } = useTranslation()
  const say = useStatusMessage()
  const navigate = useNavigate()
  const chosen = useCopyStyle()
  return async (passage, { copied, failed }) => {
    const { text, html } = copiedPassage(passage, chosen ?? { ...UNSET_COPY_STYLE, ...unset })
    if (!(await copyText(text, html))) return void say(failed, 'error')
    const hint = { label: t('menu.settings'), act: () => void navigate(COPY_STYLE_PATH), isHint: true } as const
    say(copied, 'ok', chosen === null ? hint : undefined)
  }
}
