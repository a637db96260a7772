import { lazy } from 'react'
import type { ChapterReference } from '../../../bible/chapter-reference.ts'
import type { StudyKind } from '../../../study/study-kind.ts'
import { Fetched } from '../../../ui/fetched.tsx'
import type { ReaderState } from '../columns/reader-state.ts'
import type { Act } from '../columns/use-reader-state.ts'
import type { useOpenStudy } from './use-open-study.ts'

const StudyPanel = lazy(() => import('./study-panel.tsx'))
const Workspace = lazy(() => import('./workspace.tsx'))

type Props = {
  readonly study: ReturnType<typeof useOpenStudy>
  readonly kinds: readonly StudyKind[]
  /** Where a workspace stands: beside the text, or on a small screen in front of it or behind it. */
  readonly place: 'beside' | 'front' | 'behind'
  readonly languageOf: (column: ChapterReference) => string
  readonly openWorkspace: (kind: StudyKind, item: string | null) => void
  readonly closeWorkspace: () => void
  readonly reader: ReaderState
  readonly act: Act
}

/** What is open beside the text: a kind's workspace, or the panel on a verse. Its code comes when it is first opened. */
export const BesideText = ({ study, kinds, place, languageOf, openWorkspace, closeWorkspace, reader, act }: Props) => {
  const { opened, writing } = study
  return (
    <Fetched>
      {writing ? (
        <Workspace
          key={`${writing.kind.name} ${writing.owner.id} ${writing.item ?? `${writing.chosen.column.version} ${writing.chosen.parts[0].verse.verse_id}`}`}
          {...writing}
          place={place}
          onUnsaved={study.onUnsaved}
          guard={study.guard}
          onClose={closeWorkspace}
        />
      ) : (
        opened && (
          <StudyPanel
            key={`${opened.owner?.id} ${opened.chosen.parts[0].verse.verse_id} ${opened.chosen.parts.length}`}
            kinds={kinds}
            asked={opened.asked}
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
