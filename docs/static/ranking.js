/* Ranks the pages that a search finds. Sphinx wants all words of a question on a page and gives every such page the same score;
   here rare words count for more than common ones, words of titles and of index entries for more than words of the text, and most
   an entry in the words of the question. A page may lack some of them. */
"use strict";

const IN_TEXT = 1;
const IN_HEADING = 2; // or in an entry
const IN_TITLE = 3;
const BEST_SCORE = 50; // of the words, and again of the best entry; a title that contains the whole question gets 16
const LEAST_SHARE = 0.35;
const FOR_MAINTAINERS = /^(decisions\/|architecture$|releasing$|reference\/(changes|contributing)$)/; // worth less
const SAY_NOTHING = new Set("an can do does get how i me my need use want what when where which who why you your".split(" "));

const filesOf = (found) => (found === undefined ? [] : [found].flat());

/* The files with a word, or with words that begin with it. */
const filesWith = (index, word) => {
  if (Object.hasOwn(index, word)) return filesOf(index[word]);
  const longer = word.length > 2 ? Object.keys(index).filter((other) => other.startsWith(word)) : [];
  return longer.flatMap((other) => filesOf(index[other]));
};

const stemsOf = (text) => {
  const stemmer = new Stemmer();
  const words = splitQuery(text.toLowerCase()).filter((word) => !stopwords.has(word) && !SAY_NOTHING.has(word));
  return new Set(words.map((word) => stemmer.stemWord(word)));
};

/* The entries of the index: the words of each, and its files. */
const entriesOf = (index) =>
  Object.entries(index.indexentries).map(([entry, places]) => [stemsOf(entry), places.map(([file]) => file)]);

/* How long each file is, in different words, beside the average: a long one has nearly every word. */
const lengthsOf = (index) => {
  const lengths = new Array(index.docnames.length).fill(0);
  for (const found of Object.values(index.terms)) for (const file of filesOf(found)) lengths[file] += 1;
  const average = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  return lengths.map((length) => length / average);
};

/* How much each file makes of a word, by file. */
const weightsOf = (word, index, { entries, lengths, titles }) => {
  const weights = new Map();
  const weigh = (files, weight) => files.forEach((file) => weights.set(file, Math.max(weight, weights.get(file) ?? 0)));
  const shortened = (files, weight) => files.forEach((file) => weigh([file], (2 * weight) / (1.5 + lengths[file] / 2)));
  shortened(filesWith(index.terms, word), IN_TEXT);
  shortened(filesWith(index.titleterms, word), IN_HEADING);
  for (const [words, files] of entries) if (words.has(word)) weigh(files, IN_HEADING);
  titles.forEach((words, file) => words.has(word) && weigh([file], IN_TITLE));
  return weights;
};

/* How much a word says: more, the fewer files have it; nothing if none has it. */
const valueOf = (weights, index) => weights.size && Math.log(1 + index.docnames.length / weights.size);

/* What an entry has in common with a question, from 0 to 1. */
const agreement = (words, values) => {
  const sum = (some) => some.reduce((total, word) => total + (values.get(word) ?? 2), 0);
  const common = [...words].filter((word) => values.has(word));
  return common.length ? sum(common) / sum([...new Set([...words, ...values.keys()])]) : 0;
};

const rankedFiles = (asked, index) => {
  const entries = entriesOf(index);
  const known = { entries, lengths: lengthsOf(index), titles: index.titles.map(stemsOf) };
  const weights = new Map([...asked].map((word) => [word, weightsOf(word, index, known)]).filter(([, found]) => found.size));
  const values = new Map([...weights].map(([word, found]) => [word, valueOf(found, index)]));
  const total = [...values.values()].reduce((sum, value) => sum + value, 0);
  const shares = new Map(); // of the values that a file has
  const scores = new Map();
  const add = (map, file, number) => map.set(file, (map.get(file) ?? 0) + number);
  for (const [word, files] of weights) {
    for (const [file, weight] of files) {
      add(shares, file, values.get(word) / total);
      add(scores, file, (BEST_SCORE * values.get(word) * weight) / (total * IN_TITLE));
    }
  }
  const best = new Map();
  for (const [words, files] of entries) {
    for (const file of files) best.set(file, Math.max(best.get(file) ?? 0, agreement(words, values)));
  }
  for (const [file, found] of best) if (found) add(scores, file, BEST_SCORE * found);
  return [...scores].filter(([file]) => Math.max(shares.get(file) ?? 0, best.get(file) ?? 0) >= LEAST_SHARE);
};

document.addEventListener("DOMContentLoaded", () => {
  if (typeof Search === "undefined") return; // on all pages but that of the search
  Search.performTermsSearch = (asked, excluded) => {
    const index = Search._index;
    const without = new Set([...excluded].flatMap((word) => filesWith(index.terms, word)));
    const words = [...asked].filter((word) => !SAY_NOTHING.has(word));
    return rankedFiles(words.length ? words : asked, index)
      .filter(([file]) => !without.has(file))
      .map(([file, score]) => {
        const page = index.docnames[file];
        const worth = FOR_MAINTAINERS.test(page) ? 0.7 : 1;
        return [page, index.titles[file], "", null, worth * score, index.filenames[file], SearchResultKind.text];
      });
  };
});
