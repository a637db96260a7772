import { SharedPage } from '../features/by-link/shared-page.tsx'
import { RichTextView } from '../kinds/sermons/rich-text-view.tsx'
import '../kinds/sermons/sermon.css'

/** /shared/{id}: what somebody shared by a link. */
export const Component = () => <SharedPage RichTextView={RichTextView} />
