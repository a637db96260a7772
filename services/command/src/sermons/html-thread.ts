import { NoRichText, type RichText } from '@pathlight/contracts/rich-text-rules.ts'
import { answerTasks } from '@pathlight/jobs/answer-tasks.ts'
import { richTextOfHtml } from './rich-text-of-html.ts'

// The program of the thread that reads the HTML of sermons.

/** The content, or a refusal as plain data, because an error loses its class between threads. */
export type ReadHtml =
  | { readonly content: RichText }
  | { readonly refused: { readonly code: NoRichText['code']; readonly message: string } }

answerTasks((html: string): ReadHtml => {
  try {
    return { content: richTextOfHtml(html) }
  } catch (error) {
    if (!(error instanceof NoRichText)) throw error
    return { refused: { code: error.code, message: error.message } }
  }
})
