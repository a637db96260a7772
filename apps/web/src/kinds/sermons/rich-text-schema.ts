import type { RichText } from '@pathlight/contracts/rich-text-rules.ts'
import { getSchema } from '@tiptap/core'
import { Node } from '@tiptap/pm/model'
import { richTextExtensions } from './rich-text-extensions.ts'

const schema = getSchema(richTextExtensions)

/** A text as a ProseMirror node. */
export const proseMirrorNode = (content: RichText): Node => Node.fromJSON(schema, content)
