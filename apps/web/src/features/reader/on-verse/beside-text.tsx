import { lazy } from 'react'
import type { ChapterReference } from '../../../bible/chapter-reference.ts'
import type { StudyKind } from '../../../study/study-kind.ts'
import { Fetched } from '../../../ui/fetched.tsx'
import { lazyAhead } from '../../../ui/lazy-ahead.tsx'
import type { ReaderState } from '../columns/reader-state.ts'
import type { Act } from '../columns/use-reader-state.ts'
import type { useOpenStudy } from './use-open-study.ts'

const [StudyPanel, fetchPanelAhead] = lazyAhead(() => import('./study-panel.tsx'))

export { fetchPanelAhead }

const Workspace = lazy(() => import('./workspace.tsx'))

type Props = {
  readonly study: ReturnType<typeof useOpenStudy>
  readonly kinds: readonly StudyKind[]
  /** Where a workspace is: beside the text or, on a small screen, in the visible or a hidden tab. */
  readonly place: 'beside' | 'front' | 'behind'
  readonly languageOf: (column: ChapterReference) => string
  readonly openWorkspace: (kind: StudyKind, item: string | null) => void
  readonly closeWorkspace: () => void
  readonly reader: ReaderState
  readonly act: Act
}

/**
 * Shows the open workspace or panel beside the text. The panel's code is fetched when a verse is chosen. The
 * workspace's code is fetched when the first workspace is opened.
 */
export const BesideText = ({ study, kinds, place, languageOf, openWorkspace, closeWorkspace, reader, act }: Props) => {
  const { opened, writing } = study
  return (
    <Fetched>
      {writing ? (
        <Workspace
          key={writing.nth}
          {...writing}
          place={place}
          onUnsaved={study.onUnsaved}
          guard={study.guard}
          onClose={closeWorkspace}
        />
      ) : (
        opened && (
          <StudyPanel
            key={`${opened.owner?.id} ${opened.nth}`}
            kinds={kinds}
            openedFor={opened.openedFor}
            owner={opened.owner}
            chosen={opened.chosen}
            onUnsaved={study.onUnsaved}
            guard={study.guard}
            textLanguage={languageOf(opened.chosen.column)}
            openWorkspace={openWorkspace}
            reader={reader}
            act={act}
            onClose={study.closePanel}
          />
        )
      )}
    </Fetched>
  )
}
