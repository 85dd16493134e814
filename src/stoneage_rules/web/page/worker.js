// Runs the rules: Python in a thread of its own, so that the page never stands still. It is asked by messages, one after another.

let session; // the object in Python that has the game

async function start(setup, base) {
  const packages = fetch(new URL("packages.zip", base)).then(answer => answer.arrayBuffer());
  const { loadPyodide } = await import(new URL(`${setup.pyodide}pyodide.mjs`, base).href);
  const began = performance.now();
  const python = await loadPyodide({ indexURL: new URL(setup.pyodide, base).href });
  const ready = performance.now();
  postMessage({ loading: "the rules" });
  python.unpackArchive(await packages, "zip", { extractDir: setup.packages });
  session = python.runPython("from stoneage_rules.web.session import Session\nSession()");
  postMessage({ ready: true, python: ready - began, library: performance.now() - ready });
}

onmessage = ({ data }) => {
  if (data.setup) start(data.setup, data.base).catch(error => postMessage({ failed: error.message }));
  else {
    const { id, name, given, step } = data;
    try {
      postMessage({ id, told: session.ask(name, JSON.stringify(given), step) });
    } catch (error) {
      postMessage({ id, failed: error.message });
    }
  }
};
