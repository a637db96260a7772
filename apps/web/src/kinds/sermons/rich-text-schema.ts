import type { RichText } from '@pathlight/contracts/rich-text-rules.ts'
import { getSchema } from '@tiptap/core'
import { Node } from '@tiptap/pm/model'
import { richTextExtensions } from './rich-text-extensions.ts'

const schema = getSchema(richTextExtensions)

/** A text as ProseMirror has it, for the code that reads such texts. */
export const proseMirrorNode = (content: RichText): Node => Node.fromJSON(schema, content)
