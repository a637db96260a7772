import { LanguageButton } from './language-button.tsx'
import { LanguageChoice } from './language-menu.tsx'

/** The same as the language menu, on a button that says which one is chosen. */
const NamedLanguageMenu = ({ openAtOnce }: { openAtOnce: boolean }) => (
  <LanguageChoice openAtOnce={openAtOnce} trigger={<LanguageButton />} />
)
export default NamedLanguageMenu
