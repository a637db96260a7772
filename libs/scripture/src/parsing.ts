import type { BookLanguage } from './books.ts'

// This file reads three notations of morphological codes. Such a code describes the form of a word.
// - Robinson's codes, by Maurice Robinson, for Greek: `V-AAI-3S`.
// - The codes of MorphGNT, an edition of the Greek New Testament: `V- 3AAI-S--`.
// - The codes of the Open Scriptures Hebrew Bible (OSHM), for Hebrew and Aramaic: `HC/Vqw3ms`.

type Term = readonly [en: string, ko: string]
/** The terms of the letters that one part of a code can have. */
type Terms = Readonly<Record<string, Term>>
/** The terms of a word form. The terms of one part form one phrase, such as `3rd person singular`. */
type Form = readonly (readonly (Term | undefined)[])[]

/** The meaning of a morphological code. */
export type Parsing = {
  /** The phrases of each morpheme. A Hebrew word may have several morphemes (prefix, word, suffix). */
  readonly morphemes: readonly (readonly string[])[]
  /** The whole meaning, such as `verb, aorist, passive, indicative, 3rd person singular`. ` + ` separates morphemes. */
  readonly words: string
}

const PERSON: Terms = {
  '1': ['1st person', '1인칭'],
  '2': ['2nd person', '2인칭'],
  '3': ['3rd person', '3인칭'],
}
const NUMBER: Terms = { S: ['singular', '단수'], P: ['plural', '복수'], D: ['dual', '쌍수'] }
const GENDER: Terms = {
  M: ['masculine', '남성'],
  F: ['feminine', '여성'],
  N: ['neuter', '중성'],
  C: ['common', '공성'],
  B: ['masculine or feminine', '남성 또는 여성'],
}

const CASE: Terms = {
  N: ['nominative', '주격'],
  G: ['genitive', '소유격'],
  D: ['dative', '여격'],
  A: ['accusative', '목적격'],
  V: ['vocative', '호격'],
}
const IMPERATIVE: Term = ['imperative', '명령법']
const MOOD: Terms = {
  I: ['indicative', '직설법'],
  S: ['subjunctive', '가정법'],
  O: ['optative', '희구법'],
  M: IMPERATIVE,
  N: ['infinitive', '부정사'],
  P: ['participle', '분사'],
  R: ['participle as imperative', '명령의 뜻을 지닌 분사'],
}
const TENSE: Terms = {
  P: ['present', '현재'],
  I: ['imperfect', '미완료'],
  F: ['future', '미래'],
  A: ['aorist', '부정과거'],
  R: ['perfect', '완료'],
  L: ['pluperfect', '과거완료'],
  '2F': ['second future', '제2미래'],
  '2A': ['second aorist', '제2부정과거'],
  '2R': ['second perfect', '제2완료'],
  '2L': ['second pluperfect', '제2과거완료'],
  X: ['tense not stated', '시제 없음'],
}
const VOICE: Terms = {
  A: ['active', '능동태'],
  M: ['middle', '중간태'],
  P: ['passive', '수동태'],
  E: ['middle or passive', '중간태 또는 수동태'],
  D: ['middle deponent', '중간태 디포넌트'],
  O: ['passive deponent', '수동태 디포넌트'],
  N: ['middle or passive deponent', '중간태 또는 수동태 디포넌트'],
  Q: ['impersonal active', '비인칭 능동태'],
  X: ['voice not stated', '태 없음'],
}
const DEGREE: Terms = { C: ['comparative', '비교급'], S: ['superlative', '최상급'] }

const VERB: Term = ['verb', '동사']
const CONJUNCTION: Term = ['conjunction', '접속사']
const ADVERB: Term = ['adverb', '부사']
const PREPOSITION: Term = ['preposition', '전치사']
const ADJECTIVE: Term = ['adjective', '형용사']
const NOUN: Term = ['noun', '명사']
const INTERJECTION: Term = ['interjection', '감탄사']
const PARTICLE: Term = ['particle', '불변화사']
const PROPER_NOUN: Term = ['proper noun', '고유명사']
const ARTICLE: Term = ['definite article', '정관사']
const PERSONAL: Term = ['personal pronoun', '인칭대명사']
const RELATIVE: Term = ['relative pronoun', '관계대명사']
const DEMONSTRATIVE: Term = ['demonstrative pronoun', '지시대명사']
const INTERROGATIVE: Term = ['interrogative pronoun', '의문대명사']

/** Robinson's codes of words that are not declined. */
const UNDECLINED: Terms = {
  ADV: ADVERB,
  CONJ: CONJUNCTION,
  COND: ['conditional conjunction', '조건 접속사'],
  PRT: PARTICLE,
  PREP: PREPOSITION,
  INJ: INTERJECTION,
  ARAM: ['Aramaic word', '아람어 낱말'],
  HEB: ['Hebrew word', '히브리어 낱말'],
  'N-PRI': ['proper noun, not declined', '변하지 않는 고유명사'],
  'A-NUI': ['numeral, not declined', '변하지 않는 수사'],
  'N-LI': ['letter of the alphabet', '글자 이름'],
  'N-OI': ['noun, not declined', '변하지 않는 명사'],
}
const DECLINED: Terms = {
  N: NOUN,
  A: ADJECTIVE,
  T: ARTICLE,
  P: PERSONAL,
  R: RELATIVE,
  D: DEMONSTRATIVE,
  I: INTERROGATIVE,
  X: ['indefinite pronoun', '부정대명사'],
  C: ['reciprocal pronoun', '상호대명사'],
  K: ['correlative pronoun', '상관대명사'],
  Q: ['correlative or interrogative pronoun', '상관 또는 의문대명사'],
  F: ['reflexive pronoun', '재귀대명사'],
  S: ['possessive pronoun', '소유대명사'],
}
/** The meanings of a suffix in Robinson's codes, such as the N of `PRT-N`. */
const SUFFIXES: Terms = {
  ...DEGREE,
  I: ['interrogative', '의문사'],
  N: ['negative', '부정어'],
  K: ['joined with “and”', '“그리고”와 합쳐진 꼴'],
  P: ['with a particle', '불변화사가 붙은 꼴'],
  ABB: ['abbreviated', '줄인 꼴'],
  ATT: ['Attic form', '아티카 꼴'],
  AP: ['shortened form', '끝이 준 꼴'],
  IRR: ['irregular form', '불규칙한 꼴'],
  ARAM: ['Aramaic', '아람어'],
  HEB: ['Hebrew', '히브리어'],
}
/** The meanings of a suffix in Robinson's codes of verbs, such as the C of `V-RNI-1P-C`. */
const VERB_SUFFIXES: Terms = {
  ...SUFFIXES,
  C: ['contracted form', '줄어든 꼴'],
  M: ['middle in meaning', '중간태의 뜻'],
  T: ['transitive', '타동사'],
  A: ['Aeolic form', '아이올리스 꼴'],
}

// After the mood, a verb's code may have person and number, or case, number and gender. Then a suffix may follow.
const ROBINSON_VERB = /^V-(2?[A-Z])([A-Z])([A-Z])(?:-([123])([SP])|-([NGDAV])([SP])([MFN]))?(?:-([A-Z]+))?$/
const ROBINSON_WORD = /^([A-Z])-([123]?)([SP]?)([NGDAV])([SP])([MFN]?)(?:-([A-Z]+))?$/
const ROBINSON_UNDECLINED = /^(ADV|CONJ|COND|PRT|PREP|INJ|ARAM|HEB|N-PRI|A-NUI|N-LI|N-OI)(?:-([A-Z]+))?$/

/** The term of a letter. Undefined for no letter and for a hyphen. Throws for an unknown letter. */
const termOf = (terms: Terms, letter: string | undefined): Term | undefined => {
  if (letter === undefined || letter === '' || letter === '-') return undefined
  if (!Object.hasOwn(terms, letter)) throw new RangeError(`“${letter}” has no meaning there.`)
  return terms[letter]
}

/** A Greek form by Robinson's codes: `V-AAI-3S`, `N-NSM`, `CONJ`. Null for other codes. */
const robinson = (code: string): Form | null => {
  const verb = ROBINSON_VERB.exec(code)
  if (verb) {
    const [, tense, voice, mood, person, ofPerson, wordCase, number = ofPerson, gender, suffix] = verb
    return [
      [VERB],
      [termOf(TENSE, tense)],
      [termOf(VOICE, voice)],
      [termOf(MOOD, mood)],
      [termOf(CASE, wordCase)],
      [termOf(PERSON, person), termOf(GENDER, gender), termOf(NUMBER, number)],
      [termOf(VERB_SUFFIXES, suffix)],
    ]
  }
  const undeclined = ROBINSON_UNDECLINED.exec(code)
  if (undeclined) return [[termOf(UNDECLINED, undeclined[1])], [termOf(SUFFIXES, undeclined[2])]]
  const word = ROBINSON_WORD.exec(code)
  if (!word) return null
  const [, kind, person, owners, wordCase, number, gender, suffix] = word
  const isOwned = owners !== ''
  return [
    [termOf(DECLINED, kind)],
    isOwned ? [termOf(PERSON, person), termOf(NUMBER, owners)] : [],
    [termOf(CASE, wordCase)],
    [isOwned ? undefined : termOf(PERSON, person), termOf(GENDER, gender), termOf(NUMBER, number)],
    [termOf(SUFFIXES, suffix)],
  ]
}

const MORPHGNT_SPEECH: Terms = {
  'A-': ADJECTIVE,
  'C-': CONJUNCTION,
  'D-': ADVERB,
  'I-': INTERJECTION,
  'N-': NOUN,
  'P-': PREPOSITION,
  RA: ARTICLE,
  RD: DEMONSTRATIVE,
  RI: ['interrogative or indefinite pronoun', '의문 또는 부정대명사'],
  RP: PERSONAL,
  RR: RELATIVE,
  'V-': VERB,
  'X-': PARTICLE,
}
const MORPHGNT_TENSE: Terms = {
  P: ['present', '현재'],
  I: ['imperfect', '미완료'],
  F: ['future', '미래'],
  A: ['aorist', '부정과거'],
  X: ['perfect', '완료'],
  Y: ['pluperfect', '과거완료'],
}
const MORPHGNT_MOOD: Terms = { ...MOOD, D: IMPERATIVE }
const MORPHGNT = /^(\S\S) (\S)(\S)(\S)(\S)(\S)(\S)(\S)(\S)$/

/**
 * A Greek form by MorphGNT's codes, such as `V- 3AAI-S--`: part of speech, then person, tense, voice, mood, case,
 * number, gender, degree. Null for other codes.
 */
const morphGnt = (code: string): Form | null => {
  const columns = MORPHGNT.exec(code)
  if (!columns) return null
  const [, speech, person, tense, voice, mood, wordCase, number, gender, degree] = columns
  return [
    [termOf(MORPHGNT_SPEECH, speech)],
    [termOf(MORPHGNT_TENSE, tense)],
    [termOf(VOICE, voice)],
    [termOf(MORPHGNT_MOOD, mood)],
    [termOf(CASE, wordCase)],
    [termOf(PERSON, person), termOf(GENDER, gender), termOf(NUMBER, number)],
    [termOf(DEGREE, degree)],
  ]
}

const HEBREW_SPEECH: Readonly<Record<string, Terms>> = {
  A: {
    '': ADJECTIVE,
    a: ADJECTIVE,
    c: ['cardinal number', '기수'],
    g: ['adjective of a people', '민족을 나타내는 형용사'],
    o: ['ordinal number', '서수'],
  },
  C: { '': CONJUNCTION },
  D: { '': ADVERB },
  N: { '': NOUN, c: NOUN, g: ['noun of a people', '민족을 나타내는 명사'], p: PROPER_NOUN, x: NOUN },
  P: {
    '': ['pronoun', '대명사'],
    d: DEMONSTRATIVE,
    f: ['indefinite pronoun', '부정대명사'],
    i: INTERROGATIVE,
    p: PERSONAL,
    r: RELATIVE,
  },
  R: { '': PREPOSITION, d: ['preposition with the article', '정관사가 든 전치사'] },
  S: {
    '': ['suffix', '접미사'],
    d: ['ending of direction', '방향을 나타내는 접미사'],
    h: ['lengthening he', '덧붙은 헤'],
    n: ['lengthening nun', '덧붙은 눈'],
    p: ['pronoun suffix', '대명사 접미사'],
  },
  T: {
    '': PARTICLE,
    a: ['particle of affirmation', '긍정을 나타내는 불변화사'],
    d: ARTICLE,
    e: ['particle of exhortation', '권유를 나타내는 불변화사'],
    i: ['interrogative particle', '의문 불변화사'],
    j: INTERJECTION,
    m: ['demonstrative particle', '지시 불변화사'],
    n: ['negative particle', '부정 불변화사'],
    o: ['mark of the direct object', '직접목적어 표시'],
    r: ['relative particle', '관계 불변화사'],
  },
}
const HEBREW_STEM: Terms = {
  q: ['qal', '칼'],
  N: ['niphal', '니팔'],
  p: ['piel', '피엘'],
  P: ['pual', '푸알'],
  h: ['hiphil', '히필'],
  H: ['hophal', '호팔'],
  t: ['hithpael', '히트파엘'],
  o: ['polel', '폴렐'],
  O: ['polal', '폴랄'],
  r: ['hithpolel', '히트폴렐'],
  m: ['poel', '포엘'],
  M: ['poal', '포알'],
  k: ['palel', '팔렐'],
  K: ['pulal', '풀랄'],
  Q: ['qal passive', '칼 수동'],
  l: ['pilpel', '필펠'],
  L: ['polpal', '폴팔'],
  f: ['hithpalpel', '히트팔펠'],
  D: ['nithpael', '니트파엘'],
  j: ['pealal', '페알알'],
  i: ['pilel', '필렐'],
  u: ['hothpaal', '호트파알'],
  c: ['tiphil', '티필'],
  v: ['hishtaphel', '히슈타펠'],
  w: ['nithpalel', '니트팔렐'],
  y: ['nithpoel', '니트포엘'],
  z: ['hithpoel', '히트포엘'],
}
const ARAMAIC_STEM: Terms = {
  q: ['peal', '페알'],
  Q: ['peil', '페일'],
  u: ['hithpeel', '히트페엘'],
  p: ['pael', '파엘'],
  P: ['ithpaal', '이트파알'],
  M: ['hithpaal', '히트파알'],
  a: ['aphel', '아펠'],
  h: ['haphel', '하펠'],
  s: ['saphel', '사펠'],
  e: ['shaphel', '샤펠'],
  H: ['hophal', '호팔'],
  i: ['ithpeel', '이트페엘'],
  t: ['hishtaphel', '히슈타펠'],
  v: ['ishtaphel', '이슈타펠'],
  w: ['hithaphel', '히타펠'],
  o: ['polel', '폴렐'],
  z: ['ithpoel', '이트포엘'],
  r: ['hithpolel', '히트폴렐'],
  f: ['hithpalpel', '히트팔펠'],
  b: ['hephal', '헤팔'],
  c: ['tiphel', '티펠'],
  m: ['poel', '포엘'],
  l: ['palpel', '팔펠'],
  L: ['ithpalpel', '이트팔펠'],
  O: ['ithpolel', '이트폴렐'],
  G: ['ittaphal', '이타팔'],
}
const CONJUGATION: Terms = {
  p: ['perfect', '완료형'],
  q: ['sequential perfect', '연속 완료형'],
  i: ['imperfect', '미완료형'],
  w: ['sequential imperfect', '연속 미완료형'],
  h: ['cohortative', '청유형'],
  j: ['jussive', '지시형'],
  v: ['imperative', '명령형'],
  r: ['participle', '분사'],
  s: ['passive participle', '수동분사'],
  a: ['infinitive absolute', '절대형 부정사'],
  c: ['infinitive construct', '연계형 부정사'],
}
const STATE: Terms = { a: ['absolute', '절대형'], c: ['construct', '연계형'], d: ['determined', '한정형'] }

/**
 * The code of a Hebrew or Aramaic word. The publisher unfoldingWord writes `He,` and `Ar,` instead of H and A, and
 * colons instead of slashes.
 */
const OSHM = /^(H|A|He,|Ar,)([ACDNPRSTV][\w/:]*)$/
const HEBREW_VERB = /^V(\w)([pqiwhjv])([123x])?([a-z])?([a-z])?$/
const HEBREW_VERBAL = /^V(\w)([rsac])([a-z])?([a-z])?([a-z])?$/
const HEBREW_WORD = /^([ACDNPRST])([a-z])?([123x])?([a-z])?([a-z])?([a-z])?$/

/** The term of a letter in a Hebrew code. An x has no meaning. */
const hebrewTerm = (terms: Terms, letter: string | undefined) =>
  termOf(terms, letter === 'x' ? undefined : terms === GENDER || terms === NUMBER ? letter?.toUpperCase() : letter)

const morpheme = (code: string, stems: Terms): Form => {
  const verb = HEBREW_VERB.exec(code)
  const verbal = verb ? null : HEBREW_VERBAL.exec(code)
  const word = verb || verbal ? null : HEBREW_WORD.exec(code)
  if (verb || verbal) {
    const [, stem, conjugation] = verb ?? verbal ?? []
    const [person, gender, number] = verb?.slice(3) ?? [undefined, ...(verbal?.slice(3) ?? [])]
    return [
      [VERB],
      [hebrewTerm(stems, stem)],
      [hebrewTerm(CONJUGATION, conjugation)],
      [hebrewTerm(PERSON, person), hebrewTerm(GENDER, gender), hebrewTerm(NUMBER, number)],
      [hebrewTerm(STATE, verbal?.[5])],
    ]
  }
  if (!word) throw new RangeError(`“${code}” is no part of a word.`)
  const [, speech = '', kind = '', person, gender, number, state] = word
  const kinds = HEBREW_SPEECH[speech] ?? {}
  if (!Object.hasOwn(kinds, kind)) throw new RangeError(`There is no ${speech}${kind}.`)
  return [
    [kinds[kind]],
    [hebrewTerm(PERSON, person), hebrewTerm(GENDER, gender), hebrewTerm(NUMBER, number)],
    [hebrewTerm(STATE, state)],
  ]
}

/** The forms of a word's morphemes, by Robinson's codes or the Hebrew ones. Throws for any other code. */
const formsOf = (code: string): readonly Form[] => {
  const form = robinson(code)
  if (form) return [form]
  const [, language, parts] = OSHM.exec(code) ?? []
  if (language === undefined || parts === undefined) throw new RangeError(`“${code}” is no parsing code.`)
  const stems = language.startsWith('A') ? ARAMAIC_STEM : HEBREW_STEM
  return parts.split(/[/:]/).map((part) => morpheme(part, stems))
}

/**
 * The meaning of a morphological code in plain words: Robinson's codes (`V-AAI-3S`), MorphGNT's (`V- 3AAI-S--`) and
 * those of the Open Scriptures Hebrew Bible (`HC/Vqw3ms`, or `He,C:Vqw3ms` in texts by unfoldingWord). A space
 * separates two codes, except in MorphGNT's notation, where a code itself has a space and stands alone.
 * @param language the language of the result
 * @returns null for any other code
 */
export const parsingOf = (code: string, language: BookLanguage): Parsing | null => {
  try {
    const form = morphGnt(code)
    const forms = form ? [form] : code.split(' ').flatMap(formsOf)
    const at = language === 'ko' ? 1 : 0
    const morphemes = forms.map((form) =>
      form.map((part) => part.flatMap((term) => term?.[at] ?? []).join(' ')).filter((part) => part !== ''),
    )
    return { morphemes, words: morphemes.map((parts) => parts.join(', ')).join(' + ') }
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
