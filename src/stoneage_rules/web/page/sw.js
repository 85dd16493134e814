// Keeps the page for times without a network. The export writes the sums of all files here.

const FILES = {}; // @files
const ELSEWHERE = ""; // @elsewhere: where Pyodide is, if on another server
const NAME = `stoneage ${registration.scope}`;
const keyOf = name => `${registration.scope}${name}?${encodeURIComponent(FILES[name])}`;

addEventListener("install", event => event.waitUntil((async () => {
  const cache = await caches.open(NAME);
  await Promise.all(Object.keys(FILES).map(async name => {
    if (await cache.match(keyOf(name))) return; // as it was in the version before
    const answer = await fetch(name === "index.html" ? "./" : name, { cache: "no-cache", integrity: `sha256-${FILES[name]}` });
    await cache.put(keyOf(name), answer);
  }));
  if (!Object.keys(FILES).length) await skipWaiting(); // no exported page is here any more
})()));

addEventListener("activate", event => event.waitUntil((async () => {
  const cache = await caches.open(NAME), own = new Set(Object.keys(FILES).map(keyOf));
  for (const { url } of await cache.keys()) if (!own.has(url) && !isElsewhere(url)) await cache.delete(url);
  if (own.size) return clients.claim();
  await caches.delete(NAME);
  return registration.unregister();
})()));

const isElsewhere = url => ELSEWHERE !== "" && url.startsWith(ELSEWHERE);

async function kept(key, request) {
  const cache = await caches.open(NAME);
  return await cache.match(key, { ignoreVary: true }) ?? fetch(request);
}

addEventListener("fetch", event => {
  const { request } = event, [address] = request.url.split(/[?#]/);
  const name = address.startsWith(registration.scope) ? address.slice(registration.scope.length) || "index.html" : "";
  if (request.method !== "GET") return;
  if (Object.hasOwn(FILES, name)) event.respondWith(kept(keyOf(name), request));
  else if (isElsewhere(request.url)) event.respondWith(kept(request.url, request));
});

addEventListener("message", event => {
  const { take, keep } = event.data;
  if (take) event.waitUntil(skipWaiting());
  if (keep) event.waitUntil((async () => { // what Pyodide has fetched
    const cache = await caches.open(NAME);
    for (const url of keep) if (isElsewhere(url) && !await cache.match(url, { ignoreVary: true })) await cache.add(url);
    event.source.postMessage({ kept: true });
  })());
});
