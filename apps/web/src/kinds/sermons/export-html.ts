import { DOMSerializer } from '@tiptap/pm/model'
import type { Exported } from '../../study/exporting/exported.ts'
import { htmlPage } from '../../study/exporting/html-page.ts'
import { proseMirrorNode } from './rich-text-schema.ts'

/**
 * The sermon as a web page in a file. When its text is pasted into a sermon, the editor recognises the inserted
 * passages.
 */
export const asHtml = ({ title, speaker, passage, language, content }: Exported): Blob =>
  htmlPage(title, language, (body) => {
    const document = body.ownerDocument
    const place = document.createElement('p')
    place.textContent = `${speaker} · ${passage}`
    body.appendChild(place)
    const node = proseMirrorNode(content)
    DOMSerializer.fromSchema(node.type.schema).serializeFragment(node.content, { document }, body)
    for (const element of body.querySelectorAll('[contenteditable]')) element.removeAttribute('contenteditable')
  })
