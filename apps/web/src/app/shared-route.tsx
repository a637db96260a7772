import { SharedPage } from '../features/by-link/shared-page.tsx'
import { SharedText } from '../study/rich-text/rich-text-view.tsx'

/** /shared/{id}: what somebody shared by a link. */
export const Component = () => <SharedPage RichTextView={SharedText} />
