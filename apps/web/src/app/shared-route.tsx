import { SharedPage } from '../features/by-link/shared-page.tsx'
import { RichTextView } from '../kinds/sermons/rich-text-view.tsx'

/** /shared/{id}: what somebody shared by a link. */
export const Component = () => <SharedPage RichTextView={RichTextView} />
