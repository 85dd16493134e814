/* The extension module: tables as a capsule, states and generators as buffers of numbers. */
#define Py_LIMITED_API 0x030B0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "exchange.c"

static const char CAPSULE[] = "stoneage_native.tables";

typedef struct {
    Tables t;
    i32 *block;
    u8 *starts;
} Held;

static void free_tables(PyObject *capsule) {
    Held *held = PyCapsule_GetPointer(capsule, CAPSULE);
    if (!held) return;
    PyMem_Free(held->block);
    PyMem_Free(held->starts);
    PyMem_Free(held);
}

static const Tables *tables_of(PyObject *capsule) {
    Held *held = PyCapsule_GetPointer(capsule, CAPSULE);
    return held ? &held->t : NULL;
}

static PyObject *make_tables(PyObject *self, PyObject *arg) {
    Py_buffer view;
    (void)self;
    if (PyObject_GetBuffer(arg, &view, PyBUF_C_CONTIGUOUS)) return NULL;
    Held *held = PyMem_Calloc(1, sizeof *held);
    size_t count = (size_t)view.len / sizeof(i32);
    if (held && count < INT32_MAX) {
        held->block = PyMem_Malloc((size_t)view.len + 1);
        held->starts = PyMem_Calloc(count + 1, 1);
    }
    if (!held || !held->block || !held->starts) {
        PyBuffer_Release(&view);
        if (held) {
            PyMem_Free(held->block);
            PyMem_Free(held->starts);
        }
        PyMem_Free(held);
        return PyErr_NoMemory();
    }
    memcpy(held->block, view.buf, (size_t)view.len);
    PyBuffer_Release(&view);
    const char *wrong = read_tables(&held->t, held->block, (i32)count, held->starts);
    PyObject *capsule = wrong ? NULL : PyCapsule_New(held, CAPSULE, free_tables);
    if (capsule) return capsule;
    if (wrong) PyErr_Format(PyExc_ValueError, "these are no tables that the engine can play: %s", wrong);
    PyMem_Free(held->block);
    PyMem_Free(held->starts);
    PyMem_Free(held);
    return NULL;
}

/* Reads a state from a buffer of 64-bit numbers; returns 0 with an exception if it is none, -1 if the engine cannot play it. */
static int game_from(Game *g, const Tables *t, PyObject *state) {
    Py_buffer view;
    g->t = t;
    if (PyObject_GetBuffer(state, &view, PyBUF_C_CONTIGUOUS)) return 0;
    int is_read = view.len % sizeof(i64) == 0 && ((uintptr_t)view.buf % sizeof(i64)) == 0
        && state_in(g, view.buf, view.len / (Py_ssize_t)sizeof(i64));
    PyBuffer_Release(&view);
    return is_read ? 1 : -1;
}

enum { MOST_NUMBERS = 8192 };

static PyObject *state_bytes(const Game *g) {
    i64 numbers[MOST_NUMBERS];
    i64 count = state_out(g, numbers, MOST_NUMBERS);
    if (count < 0) {
        PyErr_SetString(PyExc_ValueError, "the state is too large");
        return NULL;
    }
    return PyBytes_FromStringAndSize((const char *)numbers, (Py_ssize_t)(count * (i64)sizeof(i64)));
}

/* play_out(tables, state, generator, until_round, longest) -> fault, answers, choices, state; None if the state is refused. */
static PyObject *play_out(PyObject *self, PyObject *args) {
    PyObject *capsule, *state, *generator;
    long long until_round, longest;
    Py_buffer view;
    Random r;
    Game g;
    Played played = {0, 0};
    (void)self;
    if (!PyArg_ParseTuple(args, "OOOLL", &capsule, &state, &generator, &until_round, &longest)) return NULL;
    const Tables *t = tables_of(capsule);
    int is_read = t ? game_from(&g, t, state) : 0;
    if (is_read == 0) return NULL;
    if (is_read < 0) Py_RETURN_NONE;
    if (PyObject_GetBuffer(generator, &view, PyBUF_C_CONTIGUOUS | PyBUF_WRITABLE)) return NULL;
    if (view.len != (Py_ssize_t)sizeof r) {
        PyBuffer_Release(&view);
        PyErr_SetString(PyExc_ValueError, "a generator has 625 numbers of 32 bits");
        return NULL;
    }
    memcpy(&r, view.buf, sizeof r);
    Py_BEGIN_ALLOW_THREADS
    play_on(&g, &r, until_round, longest, &played);
    Py_END_ALLOW_THREADS
    memcpy(view.buf, &r, sizeof r);
    PyBuffer_Release(&view);
    PyObject *after = state_bytes(&g);
    return after ? Py_BuildValue("iLLN", g.fault, (long long)played.answers, (long long)played.choices, after) : NULL;
}

/* Plays one game from a position, and writes its fault, its choices, and by seat the scores and then the totals. */
static void roll_out(Game *g, u64 seed, i64 until_round, i64 longest, i64 *row) {
    const u32 key[] = {(u32)seed, (u32)(seed >> 32)};
    int players = g->t->dims.players;
    Played played = {0, 0};
    Random r;
    seed_random(&r, key, key[1] ? 2 : 1);
    play_on(g, &r, until_round, longest, &played);
    for (int seat = 0; seat < players && !g->fault; seat++) {
        row[2 + players + seat] = total(g, seat, 0);
        row[2 + seat] = g->s.depth ? g->s.points[seat] : row[2 + players + seat];
    }
    row[0] = g->fault;
    row[1] = played.choices;
}

/* roll_out(tables, state, seeds, until_round, longest, rows): one row for each seed; returns False if the state is refused. */
static PyObject *roll_outs(PyObject *self, PyObject *args) {
    PyObject *capsule, *state, *seed_list, *row_list;
    long long until_round, longest;
    Py_buffer seeds, rows;
    Game from, g;
    (void)self;
    if (!PyArg_ParseTuple(args, "OOOLLO", &capsule, &state, &seed_list, &until_round, &longest, &row_list)) return NULL;
    const Tables *t = tables_of(capsule);
    int is_read = t ? game_from(&from, t, state) : 0;
    if (is_read == 0) return NULL;
    if (is_read < 0) Py_RETURN_FALSE;
    if (PyObject_GetBuffer(seed_list, &seeds, PyBUF_C_CONTIGUOUS)) return NULL;
    if (PyObject_GetBuffer(row_list, &rows, PyBUF_C_CONTIGUOUS | PyBUF_WRITABLE)) {
        PyBuffer_Release(&seeds);
        return NULL;
    }
    Py_ssize_t count = seeds.len / (Py_ssize_t)sizeof(u64), width = 2 + 2 * t->dims.players;
    int fit = seeds.len % sizeof(u64) == 0 && rows.len == count * width * (Py_ssize_t)sizeof(i64)
        && (!count || ((uintptr_t)seeds.buf % sizeof(u64) == 0 && (uintptr_t)rows.buf % sizeof(i64) == 0));
    Py_BEGIN_ALLOW_THREADS
    for (Py_ssize_t k = 0; fit && k < count; k++) {
        g = from;
        roll_out(&g, ((const u64 *)seeds.buf)[k], until_round, longest, (i64 *)rows.buf + k * width);
    }
    Py_END_ALLOW_THREADS
    PyBuffer_Release(&seeds);
    PyBuffer_Release(&rows);
    if (fit) Py_RETURN_TRUE;
    PyErr_SetString(PyExc_ValueError, "there is a row of 64-bit numbers for each seed of 64 bits");
    return NULL;
}

/* legal(tables, state) -> the indexes of the legal actions, in order; None if the engine cannot tell. */
static PyObject *legal_actions(PyObject *self, PyObject *args) {
    PyObject *capsule, *state;
    Options o = {0, {0}};
    Game g;
    (void)self;
    if (!PyArg_ParseTuple(args, "OO", &capsule, &state)) return NULL;
    const Tables *t = tables_of(capsule);
    int is_read = t ? game_from(&g, t, state) : 0;
    if (is_read == 0) return NULL;
    if (is_read > 0 && g.s.depth && g.s.stack[g.s.depth - 1].op >= FIRST_DECISION && !is_chance(&g)) legal(&g, &o);
    if (is_read < 0 || g.fault) Py_RETURN_NONE;
    PyObject *list = PyList_New(o.count);
    for (i32 k = 0; list && k < o.count; k++) {
        PyObject *number = PyLong_FromLong(o.action[k]);
        if (!number || PyList_SetItem(list, k, number)) {
            Py_DECREF(list);
            return NULL;
        }
    }
    return list;
}

static PyMethodDef METHODS[] = {
    {"tables", make_tables, METH_O, "Takes over compiled tables, and checks every number in them."},
    {"play_out", play_out, METH_VARARGS, "Plays a state on at random."},
    {"roll_out", roll_outs, METH_VARARGS, "Plays a state to the end by each of many seeds."},
    {"legal", legal_actions, METH_VARARGS, "Returns the indexes of the legal actions of a state."},
    {NULL, NULL, 0, NULL},
};

static int add_names(PyObject *module, const char *name, const Known *known, size_t count) {
    PyObject *names = PyTuple_New((Py_ssize_t)count);
    for (size_t k = 0; names && k < count; k++) {
        PyObject *text = PyUnicode_FromString(known[k].name);
        if (!text || PyTuple_SetItem(names, (Py_ssize_t)k, text)) {
            Py_DECREF(names);
            return -1;
        }
    }
    int failed = !names || PyModule_AddObjectRef(module, name, names);
    Py_XDECREF(names);
    return failed ? -1 : 0;
}

static int fill_module(PyObject *module) {
    Known words[WORD_COUNT], sections[SECTION_COUNT];
    for (size_t k = 0; k < WORD_COUNT; k++) words[k] = (Known){WORDS[k].name, ""};
    for (size_t k = 0; k < SECTION_COUNT; k++) sections[k] = (Known){SECTIONS[k].name, ""};
    const struct { const char *name; long number; } bounds[] = {
        {"SEATS", SEATS}, {"GOODS", GOODS}, {"TRACKS", TRACKS}, {"PLACES", PLACES}, {"ITEMS", ITEMS}, {"ZONES", ZONES},
        {"KINDS", KINDS}, {"USES", USES}, {"MARKS", MARKS}, {"SYMBOLS", SYMBOLS}, {"QUEUES", QUEUES}, {"FIGURES", FIGURES},
        {"ADD_ONS", ADD_ONS}, {"ONE_USES", ONE_USES}, {"MOST_AMOUNT", MOST_AMOUNT}, {"MOST_GIFTS", MOST_GIFTS}, {"DIMS", DIM_COUNT},
    };
    for (size_t k = 0; k < sizeof bounds / sizeof *bounds; k++) {
        if (PyModule_AddIntConstant(module, bounds[k].name, bounds[k].number)) return -1;
    }
    return add_names(module, "FRAME_NAMES", FRAMES, FRAME_COUNT) || add_names(module, "VERB_NAMES", VERBS, VERB_COUNT)
        || add_names(module, "ACTION_NAMES", ACTIONS, ACTION_COUNT) || add_names(module, "WORD_NAMES", words, WORD_COUNT)
        || add_names(module, "SECTION_NAMES", sections, SECTION_COUNT) ? -1 : 0;
}

static PyModuleDef_Slot SLOTS[] = {{Py_mod_exec, (void *)fill_module}, {0, NULL}};

static struct PyModuleDef MODULE = {
    PyModuleDef_HEAD_INIT, "stoneage_native._engine", "Plays the compiled tables of a ruleset.", 0, METHODS, SLOTS, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__engine(void) { return PyModuleDef_Init(&MODULE); }
