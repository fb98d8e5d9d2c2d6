// Reads the one validated specification: nested dicts with every key present and none unknown.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <variant>

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "obliqua/grow/fit.hpp"

namespace obliqua::bindings {

namespace nb = nanobind;

class SpecReader {
   public:
    SpecReader(nb::dict values, std::string path)
        : values_(std::move(values)), path_(std::move(path)) {}

    template <class T>
    T get(const char* key) {
        nb::handle value = at(key);
        T result;
        if (!nb::try_cast<T>(value, result)) refuse(key, "has the wrong type");
        return result;
    }

    SpecReader section(const char* key) { return {get<nb::dict>(key), path_ + key + "."}; }

    nb::object object(const char* key) { return nb::borrow(at(key)); }

    // Lets a parameter struct read itself: fields(reader) calls reader("name", member) for each.
    template <class T>
    void operator()(const char* key, T& member) {
        member = get<T>(key);
    }

    // One of several structs is a section of its own, whose "kind" says which.
    template <class... Structs>
    void operator()(const char* key, std::variant<Structs...>& member) {
        SpecReader reader = section(key);
        const auto kind = reader.get<std::string>("kind");
        const bool known = (... || reader.read_if<Structs>(kind, member));
        if (!known) refuse(key, ("is of kind '" + kind + "', which is unknown").c_str());
    }

    // Refuses keys that nothing has read.
    void finish() const;

   private:
    template <class Struct, class Variant>
    bool read_if(const std::string& kind, Variant& member) {
        if (Struct::name != kind) return false;
        Struct params;
        params.fields(*this);
        finish();
        member = std::move(params);
        return true;
    }

    nb::handle at(const char* key);
    [[noreturn]] void refuse(const char* key, const char* why) const;

    nb::dict values_;
    std::string path_;
    std::set<std::string> read_;
};

FitSpec read_fit_spec(const nb::dict& spec);
PruningParams read_pruning(SpecReader reader);
CriterionChoice read_criterion(const nb::object& criterion);

}  // namespace obliqua::bindings
