// Runs the rules: Python in a thread of its own, so that the page never stands still. It is asked by messages, one after another.

let session; // the object in Python that has the game

async function start(setup, base) {
  const packages = fetch(new URL("packages.zip", base)).then(answer => answer.ok ? answer.arrayBuffer() : Promise.reject(new Error("packages.zip is missing")));
  packages.catch(() => {}); // it is told below, where it is waited for
  const { loadPyodide } = await import(new URL(`${setup.pyodide}pyodide.mjs`, base).href);
  const began = performance.now();
  const python = await loadPyodide({ indexURL: new URL(setup.pyodide, base).href });
  const ready = performance.now();
  postMessage({ loading: "the rules" });
  python.unpackArchive(await packages, "zip", { extractDir: setup.packages });
  session = python.runPython("from stoneage_rules.web.session import Session\nSession()");
  const fetched = performance.getEntriesByType("resource").map(({ name }) => name);
  postMessage({ ready: true, fetched, python: ready - began, library: performance.now() - ready });
}

const said = error => `${error?.message ?? error}`.trim().split("\n").at(-1).replace(/^[\w.]+: /, ""); // of Python's, without the traceback

onmessage = ({ data }) => {
  if (data.setup) start(data.setup, data.base).catch(error => postMessage({ failed: said(error) }));
  else {
    const { id, name, given, step } = data;
    try {
      postMessage({ id, told: session.ask(name, JSON.stringify(given), step) });
    } catch (error) {
      postMessage({ id, failed: said(error) });
    }
  }
};
