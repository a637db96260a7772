import type { RichText } from '@pathlight/contracts/rich-text-rules.ts'
import { getSchema } from '@tiptap/core'
import { Node } from '@tiptap/pm/model'
import { richTextExtensions } from './rich-text-extensions.ts'

const schema = getSchema(richTextExtensions)

/** Throws a RangeError if the text has a node or mark that the schema lacks. */
export const proseMirrorNode = (content: RichText): Node => Node.fromJSON(schema, content)
