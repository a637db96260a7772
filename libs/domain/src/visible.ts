import { VISIBLE } from '@pathlight/contracts/tag-rules.ts'

/** Whether the text has a character that people can see. */
export const isVisible = (text: string): boolean => VISIBLE.test(text)
