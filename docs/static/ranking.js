/* Ranks the pages that a search finds. Sphinx wants all words of a question on a page and gives every such page the same score;
   here rare words count for more than common ones, words of titles for more than words of the text, and most a page with an index
   entry in the words of the question. A page may lack some of them. */
"use strict";

const IN_TEXT = 1;
const IN_TITLE = 3;
const BEST_SCORE = 50; // of the words, and again of the best entry; a title that contains the whole question gets 16
const LEAST_SHARE = 0.5;

const filesOf = (found) => (found === undefined ? [] : [found].flat());

/* The files with a word, or with words that begin with it. */
const filesWith = (index, word) => {
  if (Object.hasOwn(index, word)) return filesOf(index[word]);
  const longer = word.length > 2 ? Object.keys(index).filter((other) => other.startsWith(word)) : [];
  return longer.flatMap((other) => filesOf(index[other]));
};

/* How much a word says: more, the fewer pages have it; nothing if no page has it. */
const valueOf = (word, index) => {
  const files = new Set([...filesWith(index.terms, word), ...filesWith(index.titleterms, word)]);
  return files.size && Math.log(1 + index.docnames.length / files.size);
};

/* What an entry has in common with a question, from 0 to 1. */
const agreement = (entry, asked, values) => {
  const stemmer = new Stemmer();
  const words = splitQuery(entry.toLowerCase()).filter((word) => !stopwords.has(word));
  const stems = new Set(words.map((word) => stemmer.stemWord(word)));
  const sum = (some) => [...some].reduce((total, word) => total + (values.get(word) ?? 1), 0);
  const common = [...stems].filter((word) => asked.has(word));
  return common.length ? sum(common) / sum(new Set([...stems, ...asked])) : 0;
};

const rankedFiles = (asked, index) => {
  const values = new Map([...asked].map((word) => [word, valueOf(word, index)]));
  asked = new Set([...asked].filter((word) => values.get(word)));
  const total = [...values.values()].reduce((sum, value) => sum + value, 0);
  const shares = new Map(); // of the values that a file has
  const scores = new Map();
  for (const word of asked) {
    const weights = new Map();
    for (const file of filesWith(index.terms, word)) weights.set(file, IN_TEXT);
    for (const file of filesWith(index.titleterms, word)) weights.set(file, IN_TITLE);
    for (const [file, weight] of weights) {
      const share = values.get(word) / total;
      shares.set(file, (shares.get(file) ?? 0) + share);
      scores.set(file, (scores.get(file) ?? 0) + (BEST_SCORE * share * weight) / IN_TITLE);
    }
  }
  const best = new Map();
  for (const [entry, places] of Object.entries(index.indexentries)) {
    const found = agreement(entry, asked, values);
    for (const [file] of places) best.set(file, Math.max(best.get(file) ?? 0, found));
  }
  for (const [file, found] of best) {
    if (found) scores.set(file, (scores.get(file) ?? 0) + BEST_SCORE * found);
    shares.set(file, Math.max(shares.get(file) ?? 0, found));
  }
  return [...scores].filter(([file]) => shares.get(file) >= LEAST_SHARE);
};

document.addEventListener("DOMContentLoaded", () => {
  if (typeof Search === "undefined") return; // on all pages but that of the search
  Search.performTermsSearch = (asked, excluded) => {
    const index = Search._index;
    const without = new Set([...excluded].flatMap((word) => filesWith(index.terms, word)));
    return rankedFiles(asked, index)
      .filter(([file]) => !without.has(file))
      .map(([file, score]) => [
        index.docnames[file], index.titles[file], "", null, score, index.filenames[file], SearchResultKind.text,
      ]);
  };
});
